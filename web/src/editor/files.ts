// Board files: read by the server, which says in which line one is wrong, and written by it.

import { readBoardFile, writeBoardFile } from '../lib/api';
import { msg } from '../lib/i18n.svelte';
import { Refused } from '../lib/api';
import type { Document } from './document';
import { tame } from './tame';

const LARGEST = 64 * 1024; // bytes
const TOO_LARGE = { message: msg('This file is too large to be a board: at most 64 kB.'), values: {} };

export async function readFile(file: File): Promise<Document> {
  if (file.size > LARGEST) throw new Refused(TOO_LARGE, 0);
  return tame((await readBoardFile(await file.text())).document);
}

/** Handed to the browser to be kept wherever it keeps files. */
export async function download(board: Document): Promise<void> {
  const { text } = await writeBoardFile(board);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${(board.name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'board'}.toml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
