"""The native engine of terminus; terminus.kernel is its face."""

from terminus_kernel._native import Batch as Batch
from terminus_kernel._native import Learner as Learner
from terminus_kernel._native import Mind as Mind
from terminus_kernel._native import Net as Net
from terminus_kernel._native import State as State
from terminus_kernel._native import Tables as Tables
from terminus_kernel._native import Trails as Trails
from terminus_kernel._native import codes as codes
from terminus_kernel._native import expand as expand
from terminus_kernel._native import limits as limits
from terminus_kernel._native import net_format as net_format
from terminus_kernel._native import net_rows as net_rows
from terminus_kernel._native import table_format as table_format

__all__ = [
    "Batch",
    "Learner",
    "Mind",
    "Net",
    "State",
    "Tables",
    "Trails",
    "codes",
    "expand",
    "limits",
    "net_format",
    "net_rows",
    "table_format",
]
