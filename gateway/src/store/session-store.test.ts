import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOfToken } from '@aitai/server/accounts/tokens.ts'
import { decryptWith, derivedKey } from '@aitai/server/database/encryption/cipher.ts'
import { expect, onTestFinished, test } from 'vitest'
import { becomeWriter, openStoreDatabase } from './open-store.ts'

const password = 'KX7-PQ2'
const messages = [1, 2].map((seqNum) => ({
  seqNum,
  at: 1,
  type: '8',
  routing: '',
  body: `11=A${seqNum}\x0158=${password}\x01`,
  once: null,
}))
const change = { sessionId: 'alder', nextIn: 1, nextOut: 3, dayStart: 0, isReset: false, messages }

async function openStore() {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-store-'))
  const database = await openStoreDatabase({ folder, databaseUrl: null })
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return { database, store: await becomeWriter(database) }
}

test('messages are stored encrypted, and read as they were', async () => {
  const { database, store } = await openStore()
  store.encryptMessages('alder', 'credential of alder')
  await store.commit([change])

  expect(await store.page('alder', 1, 9, 9)).toEqual(messages)
  const rows = await database.db.selectFrom('fix_sent').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(password)
  expect(rows.map(({ seq_num }) => seq_num)).toEqual([1, 2])
})

test('a message cannot be read with another credential, nor in the place of another one', async () => {
  const { database, store } = await openStore()
  store.encryptMessages('alder', 'credential of alder')
  await store.commit([change])
  const { body } = await database.db
    .selectFrom('fix_sent')
    .select('body')
    .where('seq_num', '=', 1)
    .executeTakeFirstOrThrow()
  await database.db.updateTable('fix_sent').set({ body }).where('seq_num', '=', 2).execute()
  expect((await store.page('alder', 1, 9, 9)).map((read) => read.body)).toEqual([messages[0]?.body, null])

  store.encryptMessages('alder', 'a new credential')
  expect((await store.page('alder', 1, 9, 9)).map((read) => read.body)).toEqual([null, null])
})

test('the hash of the credential, which the server stores, does not open a message', async () => {
  const { database, store } = await openStore()
  store.encryptMessages('alder', 'credential of alder')
  await store.commit([change])
  const { body } = await database.db.selectFrom('fix_sent').select('body').executeTakeFirstOrThrow()
  const opened = (secret: Buffer) =>
    decryptWith(derivedKey(secret, 'messages of a FIX session'), body ?? '', 'alder/1')?.toString()

  expect(opened(Buffer.from('credential of alder'))).toBe(messages[0]?.body)
  const hash = hashOfToken('credential of alder')
  expect(opened(Buffer.from(hash, 'hex'))).toBeUndefined()
  expect(opened(Buffer.from(hash))).toBeUndefined()
})
