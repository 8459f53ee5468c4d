"""The throw-away PostgreSQL itself works: what the tests of the store stand on."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine


async def test_each_test_gets_an_empty_database(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.connect() as connection:
        tables = await connection.scalar(text("select count(*) from pg_tables where schemaname = 'public'"))
    await engine.dispose()
    assert tables == 0
