"""Where the server meets the world: addresses, sockets, cookies, page. `app` joins all, `run` starts it."""
