/** A small repository to ask about: code, tests, documents, and secrets in places where people leave them. */

import type { Tree } from '../workbench/run-jobs.ts';

/** Made-up secrets, joined from parts so that no secret scanner reports this file. */
export const secrets = {
  github: ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join(''),
  aws: ['AKIA', 'Z7Q5W3E1R9T2Y4U6'].join(''),
};

export const smallRepository: Tree = {
  'README.md': `# Parcel

Parcel packs the files of a folder into one archive and cuts them into chunks again. It needs no network.

## Install

Run \`pip install parcel\` and then call the command line once.
`,
  'src/parcel/chunks.py': `"""Chunks: pieces of a file that are the file when joined."""

from .errors import ParcelError

MAX_TOKENS = 512


class ChunkStore:
    """Stores the chunks of every file in the order of their ordinals."""

    def __init__(self, database):
        self.database = database

    def join_chunks(self, path):
        """Joins the chunks of a file back into its text. Nothing is lost on the way."""
        rows = self.database.chunks_of(path)
        return "".join(row.raw for row in rows)

    def cut(self, text, budget=MAX_TOKENS):
        # Cuts greedily, so that small neighbors share one chunk.
        pieces = []
        while text:
            piece, text = text[:budget], text[budget:]
            pieces.append(piece)
        return pieces


def verify(store, path, expected):
    """Compares the joined text with the expected hash and raises ParcelError when they differ."""
    if store.join_chunks(path) != expected:
        raise ParcelError(path)
`,
  'src/parcel/errors.py': `"""Errors of the package."""


class ParcelError(Exception):
    """Raised when the text of a file is not what its hash says."""
`,
  'src/parcel/upload.py': `"""Sends archives to a server."""

TOKEN = "${secrets.github}"  # ${secrets.aws}


def upload(archive):
    """Uploads an archive with ${secrets.github} as its token."""
    return post("/archives", archive, token="${secrets.github}")
`,
  'src/parcel/__init__.py': '',
  'tests/test_chunks.py': `from parcel.chunks import ChunkStore


def test_join_chunks_gives_the_text_back():
    store = ChunkStore(FakeDatabase())
    assert store.join_chunks("a.py") == "text"
`,
  'docs/fr/index.md': '# Parcel\n\nParcel joins the chunks of a file, en français.\n',
  'setup.cfg': '[metadata]\nname = parcel\n',
};
