"""The web app: tables over sockets, games in a database, the page. `app.py` puts it together."""
