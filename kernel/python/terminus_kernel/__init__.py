"""The native engine of terminus; terminus.kernel is its face."""

from terminus_kernel._native import table_format as table_format

__all__ = ["table_format"]
