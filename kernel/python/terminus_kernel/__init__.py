"""The native engine of terminus; terminus.kernel is its face."""

from terminus_kernel._native import Batch as Batch
from terminus_kernel._native import State as State
from terminus_kernel._native import Tables as Tables
from terminus_kernel._native import limits as limits
from terminus_kernel._native import table_format as table_format

__all__ = ["Batch", "State", "Tables", "limits", "table_format"]
