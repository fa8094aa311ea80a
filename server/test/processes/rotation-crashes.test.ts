import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newSecrets, openSecrets } from '../../src/accounts/installation-secrets.ts'
import { createSecretsFile } from '../../src/accounts/secrets-file.ts'
import { encryptClientSecret, providerOfOwner } from '../../src/accounts/sign-on/provider-rows.ts'
import { dataKeysOf, useDataKeySecrets } from '../../src/database/encryption/data-keys.ts'
import {
  decryptLocatePassword,
  decryptPhone,
  encryptLocatePassword,
  encryptPhone,
} from '../../src/database/encryption/encrypted-columns.ts'
import { openDataKeys, sweepDataKeys } from '../../src/database/encryption/key-rotation.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { enqueueMessage, textOfMessage } from '../../src/messages/outbox.ts'
import { temporaryFolder, testDatabases } from '../support/test-databases.ts'

const program = fileURLToPath(new URL('./rotation-process.ts', import.meta.url))
const start = Date.UTC(2026, 10, 18, 1)
const [phone, body, secret, password] = ['+819012345678', 'a code: 271828', 'of the provider', 'kawasemi']
const clear = [phone, body, secret, password]
/** How many processes run at a time. */
const atOnce = 2

type Place = Parameters<typeof openDatabase>[0] & { readonly secretsFile: string }

/** Opens the database as a server that starts with what is in the file. */
async function open({ secretsFile, ...location }: Place) {
  const { dataSecrets } = openSecrets({ secretsFile, secrets: {}, databaseUrl: location.databaseUrl })
  const opened = await openDatabase(location)
  useDataKeySecrets(opened.db, () => ({ secrets: dataSecrets, now: () => start }))
  await openDataKeys(opened.db, dataSecrets, true)
  return { ...opened, dataSecrets }
}

/** A value of each encrypted class. Returns the password of an agreement as the journal has it. */
async function fill(place: Place): Promise<string> {
  createSecretsFile(place.secretsFile, newSecrets())
  const { db, close } = await open(place)
  await db
    .insertInto('firm')
    .values({ id: 'alder', name: 'Alder', folded_name: 'alder', affiliate_group: null, active: 1 })
    .execute()
  await db
    .insertInto('person')
    .values({
      ...{ id: 'emma', email: 'emma@alder.example', first_name: 'Emma', last_name: 'Hale', role: 'STAFF' },
      ...{ firm_id: null, broker_id: null, phone: await encryptPhone(db, 'emma', phone), language: 'En' },
      ...{ two_factor: 1, password_hash: '', temporary_until: null, first_login: 0, active: 1 },
    })
    .execute()
  await enqueueMessage(db, { kind: 'sms', recipient: 'emma', subject: '', body }, start)
  const client_secret = await encryptClientSecret(db, 'alder', secret)
  const provider = { owner_id: 'alder', issuer: 'https://alder.example', client_id: 'aitai' }
  await db
    .insertInto('sign_in_provider')
    .values({ ...provider, client_secret, others_allowed: 1, addresses_trusted: 0 })
    .execute()
  const stored = encryptLocatePassword(await dataKeysOf(db), password, 'agreement-1', 'BUY')
  await close()
  return stored
}

const agreementWith = (stored: string) => ({
  agreementId: 'agreement-1',
  passwords: { BUY: stored, SELL: stored },
})

/** Runs the rotations until a point. Returns the signal that ended it, or what it printed. */
const runs = (place: Place, killAt: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const { dataDir, databaseUrl, secretsFile } = place
    const args = [program, dataDir, databaseUrl ?? '', secretsFile, String(start), String(killAt)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal === null && code !== 0) reject(new Error(`point ${killAt}: code ${code}`))
      else resolve(signal ?? out)
    })
  })

/** Everything opens with what the file has now, and nothing is in the clear. */
async function opensAgain(place: Place, storedPassword: string): Promise<void> {
  const { db, close, dataSecrets } = await open(place)
  const reads = async () => {
    const person = await db.selectFrom('person').selectAll().executeTakeFirstOrThrow()
    const message = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    return [
      await decryptPhone(db, person),
      await textOfMessage(db, message),
      (await providerOfOwner(db, 'alder'))?.clientSecret,
      // A new object each time: what was decrypted once is remembered.
      decryptLocatePassword(await dataKeysOf(db), agreementWith(storedPassword), 'BUY'),
    ]
  }
  expect(await reads()).toEqual(clear)
  // The next sweep finishes what was begun.
  await sweepDataKeys(db, dataSecrets, start + 3 * 86_400_000, { locatePasswordDays: 7, messageDays: 30 })
  expect(await reads()).toEqual(clear)
  const tables = [
    'person',
    'outbox',
    'sign_in_provider',
    'data_key',
    'data_key_wrap',
    'audit',
    'setting',
  ] as const
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    const text = JSON.stringify(rows)
    expect(
      [...clear, ...dataSecrets.map((each) => each.toString('hex'))].filter((each) => text.includes(each)),
    ).toEqual([])
  }
  await close()
  if (place.databaseUrl !== null) return
  for (const name of readdirSync(place.dataDir).filter((each) => each.startsWith('aitai.db'))) {
    const bytes = readFileSync(join(place.dataDir, name)).toString('latin1')
    expect(clear.filter((each) => bytes.includes(each))).toEqual([])
  }
}

describe.each(testDatabases)('rotations in $name', (store) => {
  async function newPlace(): Promise<Place> {
    const location = await store.newLocation()
    return { ...location, secretsFile: join(temporaryFolder(), 'secrets.env') }
  }

  test('a process that is killed at any point leaves what opens, and nothing in the clear', async () => {
    const whole = await newPlace()
    const stored = await fill(whole)
    const points = Number((await runs(whole, 0)).split(' ')[0])
    await opensAgain(whole, stored)
    // Two rotations, three sweeps, and four changes of the file.
    expect(points).toBeGreaterThan(40)

    // Starting takes longest. Both databases run the same statements, so the second one is killed at every third.
    const step = store.name === 'SQLite' ? 1 : 3
    const killAts = Array.from({ length: Math.floor(points / step) }, (_, at) => at * step + 1)
    const worker = async (): Promise<void> => {
      for (let killAt = killAts.shift(); killAt !== undefined; killAt = killAts.shift()) {
        const place = await newPlace()
        const password = await fill(place)
        expect(await runs(place, killAt), `point ${killAt} of ${points}`).toBe('SIGKILL')
        await opensAgain(place, password)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }, 600_000)
})
