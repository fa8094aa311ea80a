import { copyFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import {
  advertList,
  createAdvert,
  pauseAdvert,
  resumeAdvert,
  submitAdvert,
} from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import type { BackupManifest } from '@aitai/server/admin/backup/backup-manifest.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { eventsOf, stateHash } from '@aitai/server/market/fold.ts'
import { journalRowsAfter } from '@aitai/server/market/journal-chain.ts'
import { expect, test } from 'vitest'
import { addAlder, addAlderAlone, addTraderArguments, cliFor, emptyFolder } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const password = 'a quiet harbour at dawn'
const env = { DEMO: 'off', CHANGES_PER_SECOND: '100000', READS_PER_SECOND: '100000' }

/** More than is copied in one step. */
async function grown(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const values = Array.from({ length: 100 }, (_, i) => ({ name: `filler.${i}`, value: 'x'.repeat(200_000) }))
  await db.insertInto('setting').values(values).execute()
  await close()
}

/** Sends an advert with the editor's defaults. Returns its id. */
async function advertises(wire: ApiSession): Promise<string> {
  const [equity] = await callApi(wire, getEquities)
  const draft = await callApi(wire, createAdvert, { body: { securityId: equity?.equityId ?? '' } })
  if ('error' in draft) throw new Error(draft.error)
  const { advertisingTriggerActivated, knockoutTriggerActivated, ...terms } = draft
  const body = { ...terms, quantityDecay: false, indexRelativeKOTriggerActivated: false } as const
  return (await callApi(wire, submitAdvert, { body: { ...body, direction: 'BUY' } })).id
}

/** A folder's state after an entry: all events up to it. */
async function stateHashAt(dataDir: string, seq: number): Promise<string> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const state = emptyState()
  for await (const row of journalRowsAfter(db, 0)) {
    if (row.seq > seq) break
    fold(state, eventsOf(row))
  }
  await close()
  return stateHash(state)
}

test('a backup of a server under load, which is then killed, restores everything acknowledged before it', async () => {
  const [folder, otherFolder] = [await emptyFolder(), await emptyFolder()]
  await grown(folder)
  const server = await startServerProcess(folder, env)
  const aitai = cliFor(folder)
  await addAlder(aitai)
  await aitai.json([...addTraderArguments('emma@alder.example'), '--password-stdin'], password)
  const emma = await signIn(server.url, 'emma@alder.example', password)
  const id = await advertises(emma)
  let [acknowledged, goesOn] = [0, true]
  const load = (async () => {
    while (goesOn) {
      await callApi(emma, acknowledged % 2 === 0 ? pauseAdvert : resumeAdvert, { params: { id } })
      acknowledged += 1
    }
  })()
  const { journal: before } = (await aitai.json(['status'])) as { journal: { entries: number } }

  const manifest = (await aitai.json([
    'backup',
    otherFolder,
    '--reason',
    'before the drill',
  ])) as BackupManifest
  goesOn = false
  await load
  await server.end('SIGKILL')

  expect(manifest.journal.seq).toBeGreaterThanOrEqual(before.entries)
  expect(await stateHashAt(folder, manifest.journal.seq)).toBe(manifest.stateHash)
  const fresh = join(otherFolder, 'new')
  const again = cliFor(fresh)
  expect(await again.json(['restore', manifest.file, '--verify'])).toMatchObject({
    restored: fresh,
    verify: { verified: true, entries: manifest.journal.seq, faults: [] },
  })
  expect(await again.json(['replay', '--verify'])).toMatchObject({
    verified: true,
    entries: manifest.journal.seq,
    stateHash: manifest.stateHash,
  })
  // The backup has no secrets: the operator copies the file.
  copyFileSync(join(folder, 'secrets.env'), join(fresh, 'secrets.env'))
  const next = await startServerProcess(fresh, env)
  await expect(callApi({ ...emma, baseUrl: next.url }, advertList)).rejects.toMatchObject({ status: 401 })
  const emmaAgain = await signIn(next.url, 'emma@alder.example', password)
  expect((await callApi(emmaAgain, advertList)).map((advert) => advert.id)).toEqual([id])
  expect(await again.json(['audit', 'verify', '--manifest', `${manifest.file}.json`])).toMatchObject({
    verified: true,
    known: true,
  })
})

test('a stopped installation is backed up, verified and restored; a folder in use is refused', async () => {
  const [folder, otherFolder] = [await emptyFolder(), await emptyFolder()]
  const aitai = cliFor(folder)
  await addAlderAlone(aitai)
  const { file } = (await aitai.json(['backup', otherFolder])) as BackupManifest
  const fresh = join(otherFolder, 'new')
  const again = cliFor(fresh)

  expect(await again.json(['restore', file, '--verify', '--dry-run'])).toMatchObject({
    verify: { verified: true },
    restored: null,
  })
  expect(await readdir(otherFolder)).toHaveLength(2)
  expect(await again.json(['restore', file])).toMatchObject({ verify: null, restored: fresh })
  expect(await again.json(['status'])).toMatchObject({ firms: 1 })
  expect(await again(['restore', file])).toEqual({
    code: 1,
    out: '',
    err: `${fresh} is not empty. Choose an empty or a new folder by DATA_DIR.\n`,
  })
  expect(await aitai(['backup', join(otherFolder, 'no', 'such')])).toMatchObject({ code: 1, out: '' })
})

test('a backup is encrypted to the key of the operator also if the server was started without it', async () => {
  const folder = await emptyFolder()
  await startServerProcess(folder, env)
  const BACKUP_RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
  const aitai = cliFor(folder, { BACKUP_RECIPIENT })

  await aitai.json(['backup', folder])

  expect((await readdir(folder)).filter((name) => name.includes('.db.age'))).toHaveLength(2)
})
