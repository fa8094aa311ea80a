import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, expect, test } from 'vitest'
import { takeBackup } from '../../src/admin/backup/backup.ts'
import { type BackupManifest, digestOfFile, manifestPath } from '../../src/admin/backup/backup-manifest.ts'
import { restoreBackup } from '../../src/admin/backup/backup-restore.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { createJournal } from '../../src/market/journal.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { type TestDatabase, temporaryFolder, testDatabases } from '../support/test-databases.ts'
import { locatePair, openTestMarket } from '../support/test-market.ts'

const [sqlite] = testDatabases as readonly [TestDatabase, ...TestDatabase[]]
const marker = 'found only if it is not encrypted'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder()
})

/** A key file as age-keygen writes it, with its public key. */
async function newKey(name: string) {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const identityFile = join(folder, name)
  writeFileSync(identityFile, `# created: today\n# public key: ${recipient}\n${identity}\n`)
  return { recipient, identityFile }
}

/** An encrypted backup of a market with a locate, of several chunks. */
async function encryptedBackup(recipients: readonly string[]) {
  const place = await sqlite.newLocation()
  const venue = await openTestMarket(place)
  await locatePair(venue)
  const row = { name: 'marker', value: marker.repeat(5_000) }
  await venue.opened.db.insertInto('setting').values(row).execute()
  const admin = adminContextOn(venue.opened.db, { now: () => venue.clock.at, by: 'ops' })
  const answer = await takeBackup(admin, { to: join(folder, 'night.db.age'), recipients })
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  return { place, ...(answer.result as BackupManifest) }
}

const restored = (file: string, identity?: string, dryRun = false) =>
  restoreBackup(
    { dataDir: join(folder, 'new'), databaseUrl: null },
    {
      file,
      verify: true,
      dryRun,
      by: 'ops',
      reason: 'a drill',
      ...(identity === undefined ? {} : { identity }),
    },
  )

test('an encrypted backup has nothing in the clear, and either of its keys restores it', async () => {
  const [one, other] = [await newKey('one.txt'), await newKey('other.txt')]
  const { file, place, stateHash, journal } = await encryptedBackup([one.recipient, other.recipient])

  const bytes = readFileSync(file)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const text of [marker, 'SQLite format 3', '7203']) expect(bytes.includes(text), text).toBe(false)
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await restored(file, one.identityFile, true)).toMatchObject({
    result: { verify: { verified: true, stateHash }, restored: null },
  })

  expect(await restored(file, other.identityFile)).toMatchObject({
    result: { verify: { verified: true, stateHash }, restored: join(folder, 'new') },
  })
  expect(readdirSync(join(folder, 'new'))).toEqual(['aitai.db'])
  const { db, close } = await openDatabase({ dataDir: join(folder, 'new'), databaseUrl: null })
  expect(await createJournal(db).fold()).toMatchObject(journal)
  await close()
})

test('without the key, with another one, truncated or changed, nothing is restored and one line says why', async () => {
  const [own, other] = [await newKey('own.txt'), await newKey('other.txt')]
  const { file } = await encryptedBackup([own.recipient])
  writeFileSync(join(folder, 'empty.txt'), '# nothing\n')
  const whole = readFileSync(file)
  const manifest = JSON.parse(readFileSync(manifestPath(file), 'utf8')) as BackupManifest
  /** As somebody would who can write both files. */
  const replaced = async (change: () => void): Promise<void> => {
    writeFileSync(file, whole)
    change()
    writeFileSync(manifestPath(file), JSON.stringify({ ...manifest, ...(await digestOfFile(file)) }))
  }
  const changed = Buffer.from(whole)
  changed[whole.length - 100] = (changed[whole.length - 100] ?? 0) ^ 1

  const refused = [
    ['ENCRYPTED', () => restored(file)],
    ['DECRYPTION', () => restored(file, other.identityFile)],
    ['DECRYPTION', () => restored(file, join(folder, 'empty.txt'))],
    ['DECRYPTION', () => restored(file, join(folder, 'missing.txt'))],
    [
      'DAMAGED',
      async () => {
        truncateSync(file, whole.length - 1)
        return await restored(file, own.identityFile)
      },
    ],
    // At the end of a chunk, where the rest of the file is valid.
    [
      'DECRYPTION',
      async () => {
        await replaced(() => truncateSync(file, whole.length - ((whole.length - 200) % 65_552) - 1))
        return await restored(file, own.identityFile)
      },
    ],
    [
      'DECRYPTION',
      async () => {
        await replaced(() => writeFileSync(file, changed))
        return await restored(file, own.identityFile)
      },
    ],
  ] as const
  for (const [code, restore] of refused) {
    const answer = await restore()
    expect(answer).toEqual({ refusal: { code, message: expect.stringMatching(/^[^\n]+\.?$/) } })
  }
  writeFileSync(file, whole)
  writeFileSync(
    manifestPath(file),
    JSON.stringify({ ...manifest, decrypted: await digestOfFile(own.identityFile) }),
  )
  expect(await restored(file, own.identityFile)).toMatchObject({ refusal: { code: 'DAMAGED' } })
  await replaced(() => {})
  expect(readdirSync(folder)).not.toContain('aitai.db')
  expect(await restored(file, own.identityFile)).toMatchObject({ result: { restored: join(folder, 'new') } })
})

test('a text that is no public key is refused before anything is written', async () => {
  const { db } = (await openTestMarket(await sqlite.newLocation())).opened
  for (const recipient of ['', 'age1', 'AGE-SECRET-KEY-1QQQ', 'ssh-ed25519 AAAA'])
    expect(
      await takeBackup(adminContextOn(db), { to: join(folder, 'x.age'), recipients: [recipient] }),
    ).toEqual({
      refusal: { code: 'INVALID', message: expect.stringContaining('is not a public key of age') },
    })
  expect(readdirSync(folder)).toEqual([])
})
