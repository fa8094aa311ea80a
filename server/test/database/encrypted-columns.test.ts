import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { dataKeysOf, readDataKeys, useDataKeySecrets } from '../../src/database/encryption/data-keys.ts'
import {
  decryptLocatePassword,
  decryptPhone,
  decryptValue,
  encryptLocatePassword,
  encryptPhone,
  encryptValue,
  ForgedValue,
} from '../../src/database/encryption/encrypted-columns.ts'
import {
  finishRotation,
  openDataKeys,
  replaceColumnKey,
  rotateDataSecret,
  sweepDataKeys,
} from '../../src/database/encryption/key-rotation.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import { enqueueMessage, textOfMessage } from '../../src/messages/outbox.ts'
import { type DatabaseLocation, testDatabases } from '../support/test-databases.ts'

const [first, second, third] = ['1', '2', '3'].map((digit) => Buffer.from(digit.repeat(64), 'hex')) as [
  Buffer,
  Buffer,
  Buffer,
]
const dayMs = 86_400_000
const minuteMs = 60_000
const start = Date.UTC(2026, 10, 18, 1)
const retention = { locatePasswordDays: 7, messageDays: 30 }
const phone = '+819012345678'
const person = { id: 'emma', phone: '' }

/** A process with these secrets on a database. */
async function startProcess(place: DatabaseLocation, secrets: readonly Buffer[], clock = { at: start }) {
  const opened = await openDatabase(place)
  useDataKeySecrets(opened.db, () => ({ secrets, now: () => clock.at }))
  return { ...opened, secrets, clock }
}

/** Rotates the secret, as the command does. */
const rotates = ({ db }: OpenDatabase, present: readonly Buffer[], next: Buffer): Promise<void> =>
  db.transaction().execute((trx) => rotateDataSecret(trx, { present, next }))

async function addPerson({ db }: OpenDatabase): Promise<void> {
  await db
    .insertInto('person')
    .values({
      ...{ id: 'emma', email: 'emma@alder.example', first_name: 'Emma', last_name: 'Hale', role: 'STAFF' },
      ...{ firm_id: null, broker_id: null, phone: await encryptPhone(db, 'emma', phone), language: 'En' },
      ...{ two_factor: 1, password_hash: '', temporary_until: null, first_login: 0, active: 1 },
    })
    .execute()
}

const storedPhone = async ({ db }: OpenDatabase): Promise<string> =>
  (await db.selectFrom('person').select('phone').executeTakeFirstOrThrow()).phone ?? ''

describe.each(testDatabases)('encrypted columns in $name', (store) => {
  const opened: OpenDatabase[] = []
  afterAll(() => Promise.all(opened.map(({ close }) => close())))

  async function process(...of: Parameters<typeof startProcess>) {
    const started = await startProcess(...of)
    opened.push(started)
    return started
  }

  test('a value can be read in its row and column only, and not once a bit of it has changed', async () => {
    const { db } = await process(await store.newLocation(), [first])
    const keys = await dataKeysOf(db)
    const stored = encryptValue(keys, phone, { column: 'person.phone', row: 'emma' })

    expect(stored).not.toContain(phone)
    expect(decryptValue(keys, stored, { column: 'person.phone', row: 'emma' })).toBe(phone)
    expect(encryptValue(keys, phone, { column: 'person.phone', row: 'emma' })).not.toBe(stored)
    const elsewhere = [
      () => decryptValue(keys, stored, { column: 'person.phone', row: 'hana' }),
      () => decryptValue(keys, stored, { column: 'outbox.body', row: 'emma' }),
      () => decryptValue(keys, phone, { column: 'person.phone', row: 'emma' }),
      () =>
        decryptValue(keys, encryptLocatePassword(keys, 'secret', 'one', 'BUY'), {
          column: 'journal.password',
          row: 'one.SELL',
        }),
    ]
    for (const read of elsewhere) expect(read).toThrow(ForgedValue)
    const [id, text = ''] = stored.split('.')
    for (let i = 0; i < text.length; i += 5) {
      const changed = `${id}.${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`
      expect(() => decryptValue(keys, changed, { column: 'person.phone', row: 'emma' })).toThrow(ForgedValue)
    }
  })

  test('a database is not opened with another secret, and the error says what to do', async () => {
    const place = await store.newLocation()
    const one = await startProcess(place, [first])
    await openDataKeys(one.db, [first], true)
    await one.close()

    const other = await process(place, [second])
    await expect(openDataKeys(other.db, [second], true)).rejects.toThrow(
      /DATA_SECRET does not fit this database.*Put back the secrets file/,
    )
  })

  test('a start between the new secrets file and the commit of the rotation, and one after it, read everything', async () => {
    const place = await store.newLocation()
    const before = await startProcess(place, [first])
    await openDataKeys(before.db, [first], true)
    await addPerson(before)
    await before.close()

    // The file has been written, and the process was killed before the transaction.
    const between = await startProcess(place, [second, first])
    await openDataKeys(between.db, [second, first], true)
    expect(await decryptPhone(between.db, { ...person, phone: await storedPhone(between) })).toBe(phone)
    await expect(readDataKeys(between.db, [first])).rejects.toThrow('DATA_SECRET')
    await rotates(between, [second, first], third)
    await between.close()

    const after = await process(place, [third, second])
    await openDataKeys(after.db, [third, second], true)
    expect(await decryptPhone(after.db, { ...person, phone: await storedPhone(after) })).toBe(phone)
    await expect(readDataKeys(after.db, [second])).rejects.toThrow('DATA_SECRET')
  })

  test('during a rotation, servers with the old and with the new file start, and read what the others write', async () => {
    const place = await store.newLocation()
    const old = await startProcess(place, [first])
    await openDataKeys(old.db, [first], false)
    await rotates(old, [first], second)
    // The running server, which has the old secret only, adds the key of the next day.
    old.clock.at += dayMs
    await sweepDataKeys(old.db, [first], old.clock.at, retention)
    await addPerson(old)
    await old.close()

    const fresh = await startProcess(place, [second, first])
    await openDataKeys(fresh.db, [second, first], false)
    expect(await decryptPhone(fresh.db, { ...person, phone: await storedPhone(fresh) })).toBe(phone)
    await fresh.close()
    const again = await process(place, [first])
    await openDataKeys(again.db, [first], false)
    const keys = await readDataKeys(again.db, [first])
    expect(await readDataKeys(again.db, [second])).toEqual(keys)

    // It adds one more key and ends, and another process finishes the rotation.
    again.clock.at += 3 * dayMs
    await sweepDataKeys(again.db, [first], again.clock.at, retention)
    await finishRotation(again.db, [second, first])
    expect((await readDataKeys(again.db, [second])).length).toBe(keys.length + 1)
    await expect(readDataKeys(again.db, [first])).rejects.toThrow('DATA_SECRET')
  })

  test('a replaced data key encrypts from two minutes on, the rows are encrypted again, and the old key is destroyed', async () => {
    const clock = { at: start }
    const server = await process(await store.newLocation(), [first], clock)
    const { db } = server
    const mail = {
      kind: 'mail',
      recipient: 'emma@alder.example',
      subject: 'A link',
      body: 'the link',
    } as const
    await openDataKeys(db, [first], true)
    await addPerson(server)
    const id = await enqueueMessage(db, mail, clock.at)
    const before = await storedPhone(server)
    const sweep = () => sweepDataKeys(db, [first], clock.at, retention)

    await db.transaction().execute((trx) => replaceColumnKey(trx, [first], clock.at))
    await sweep()
    expect(await storedPhone(server)).toBe(before)
    clock.at += 5 * minuteMs
    await sweep()

    const after = await storedPhone(server)
    expect(after.split('.')[0]).not.toBe(before.split('.')[0])
    expect(await decryptPhone(db, { ...person, phone: after })).toBe(phone)
    const message = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(message.body.split('.')[0]).toBe(after.split('.')[0])
    expect(await textOfMessage(db, message)).toBe('the link')
    // Stored replies are not encrypted again: the old key is needed for a day.
    expect(await decryptPhone(db, { ...person, phone: before })).toBe(phone)
    clock.at += dayMs + 60 * minuteMs
    await sweep()
    expect(await decryptPhone(db, { ...person, phone: before })).toBeNull()
    expect(
      await db
        .selectFrom('data_key_wrap')
        .select('key_id')
        .where('key_id', '=', before.split('.')[0] ?? '')
        .execute(),
    ).toEqual([])
  })

  test('a password that is read again is not decrypted again, and that of another agreement is its own', async () => {
    const { db } = await process(await store.newLocation(), [first])
    const keys = await dataKeysOf(db)
    const passwords = {
      BUY: encryptLocatePassword(keys, 'SECRET23', 'one', 'BUY'),
      SELL: encryptLocatePassword(keys, 'SECRET45', 'one', 'SELL'),
    }
    const read = (side: 'BUY' | 'SELL') =>
      decryptLocatePassword(keys, { agreementId: 'one', passwords }, side)
    expect([read('BUY'), read('SELL')]).toEqual(['SECRET23', 'SECRET45'])

    let keysUsed = 0
    const decryptingKey = keys.decryptingKey.bind(keys)
    keys.decryptingKey = (...of) => {
      keysUsed += 1
      return decryptingKey(...of)
    }
    expect([read('BUY'), read('SELL'), read('BUY')]).toEqual(['SECRET23', 'SECRET45', 'SECRET23'])
    expect(keysUsed).toBe(0)
    const copied = { agreementId: 'two', passwords: { ...passwords } }
    expect(() => decryptLocatePassword(keys, copied, 'BUY')).toThrow(ForgedValue)
  })

  test.runIf(store.name === 'SQLite')(
    'a process that ends while it adds a key leaves none that nothing opens',
    async () => {
      const clock = { at: start }
      const { db } = await process(await store.newLocation(), [first], clock)
      await dataKeysOf(db)
      clock.at += dayMs
      await sql`create trigger ends before insert on data_key_wrap begin select raise(abort, 'ended'); end`.execute(
        db,
      )
      await expect(sweepDataKeys(db, [first], clock.at, retention)).rejects.toThrow('ended')
      await sql`drop trigger ends`.execute(db)

      const keys = await readDataKeys(db, [first])
      expect(keys.map(({ purpose }) => purpose).toSorted()).toEqual(['columns', 'locatePasswords'])
    },
  )

  test('the passwords of a day can be read for the days of the retention, and by nobody after them', async () => {
    const clock = { at: start }
    const { db } = await process(await store.newLocation(), [first], clock)
    const keys = await dataKeysOf(db)
    const stored = encryptLocatePassword(keys, 'SECRET23', 'one', 'BUY')
    const agreement = { agreementId: 'one', passwords: { BUY: stored, SELL: '' } }
    const read = () => decryptLocatePassword(keys, agreement, 'BUY')

    const ids = new Set<string>()
    for (let day = 1; day <= 8; day += 1) {
      clock.at += dayMs
      await sweepDataKeys(db, [first], clock.at, retention)
      expect(read(), `day ${day}`).toBe('SECRET23')
      ids.add(keys.current('locatePasswords').id)
    }
    clock.at += dayMs
    await sweepDataKeys(db, [first], clock.at, retention)

    expect(read()).toBeNull()
    expect(decryptValue(keys, stored, { column: 'journal.password', row: 'one.BUY' })).toBeNull()
    expect(ids.size).toBeGreaterThan(4)
  })
})
