"""The web app: tables over sockets, games in a database, the page. `edge/app.py` puts it together."""
