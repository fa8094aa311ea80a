import { existsSync } from 'node:fs'
import { newClient } from '@aitai/server/database/read-write-host.ts'
import { expect, onTestFinished, test } from 'vitest'
import { encodedForms } from './encodings.ts'
import { PlantedSecrets, uniqueWord } from './planted-secrets.ts'
import { PostgresData } from './postgres-data.ts'
import { findSecrets } from './search.ts'

test.runIf(existsSync('/usr/lib/postgresql'))(
  'a secret is found in a table, a copy, a dump and the log of PostgreSQL, and in the write-ahead log when it is deleted',
  async () => {
    const data = await PostgresData.open()
    onTestFinished(() => data.close())
    const secrets = new PlantedSecrets()
    const [stored, deleted, failed] = ['stored', 'deleted', 'failed'].map((what) =>
      secrets.plant('temporary password', what, uniqueWord(20)),
    )
    const client = newClient(data.url, { connectionTimeoutMillis: 5_000 })
    await client.connect()
    await client.query('create table message (body text not null)')
    await client.query('insert into message values ($1), ($2)', [stored, deleted])
    await client.query('delete from message where body = $1', [deleted])
    await expect(client.query(`insert into message values ('${failed}'::text::integer)`)).rejects.toThrow()
    await client.end()
    const copy = await data.tables(await data.restoreCopy())

    const needles = secrets.all().flatMap(encodedForms)
    const written = await data.written(needles, secrets.all())
    const found = findSecrets([...copy, ...written], needles).map(({ secret, location, isAllowed }) => [
      secret.what,
      location,
      isAllowed,
    ])
    expect(found.map(String).toSorted()).toEqual(
      [
        // Of the table and of its copy; the dump has what a table has.
        ...[
          ['stored', 'message.body', false],
          ['stored', 'message.body', false],
        ],
        ['stored', 'bytes of a dump', true],
        ['stored', 'bytes of the write-ahead log', false],
        ['deleted', 'bytes of the write-ahead log', false],
        ['failed', 'log', false],
      ]
        .map(String)
        .toSorted(),
    )
  },
)
