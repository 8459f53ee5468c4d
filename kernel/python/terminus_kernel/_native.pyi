def table_format() -> int:
    """The version of the integer tables that this build reads."""
