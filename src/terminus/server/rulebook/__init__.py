"""The rules pages: texts and figures as data, worked out by the engine once, when the page is built."""
