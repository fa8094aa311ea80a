import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runAdminCommand } from '@aitai/server/admin/commands.ts'
import { DamagedDatabase, openDatabase, UnknownSchema } from '@aitai/server/database/open-database.ts'
import { journalRowsAfter } from '@aitai/server/market/journal-chain.ts'
import { adminContextOn } from '../harness/admin-context.ts'
import { createRandom, type Random } from '../harness/random.ts'

/** How a flipped bit in the file was detected, or not. */
export const detectionKinds = [
  'the entry was named',
  'the file was reported as damaged',
  'a snapshot was reported as wrong',
  'not detected, but every entry is unchanged',
  'MISSED: not detected, and an entry is changed',
] as const
export type DetectionKind = (typeof detectionKinds)[number]

export const databaseFile = (dataDir: string): string => join(dataDir, 'aitai.db')

/** A copy of a data folder with one bit of its file flipped. */
export async function copyWithFlippedBit(
  from: string,
  to: string,
  offset: number,
  bit: number,
): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  await copyFile(databaseFile(from), databaseFile(to))
  const file = await open(databaseFile(to), 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, offset)
  byte[0] = (byte[0] ?? 0) ^ (1 << bit)
  await file.write(byte, 0, 1, offset)
  await file.close()
}

/** The whole content of the journal as text; null if it cannot be read any more. */
async function journalIn(dataDir: string): Promise<string | null> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const rows: unknown[] = []
    for await (const row of journalRowsAfter(db, 0)) rows.push(row)
    return JSON.stringify(rows)
  } catch {
    return null
  } finally {
    await close()
  }
}

interface VerifyResult {
  readonly verified: boolean
  readonly chain: { readonly whole: boolean; readonly why?: string }
  readonly snapshots: { readonly wrong: readonly number[] }
  readonly file: { readonly whole: boolean }
}

async function verifyFolder(dataDir: string): Promise<VerifyResult> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const answer = await runAdminCommand(adminContextOn(db), 'replay verify', {})
    if ('refusal' in answer) throw new Error(answer.refusal.message)
    return answer.result as VerifyResult
  } finally {
    await close()
  }
}

async function findingOn(dataDir: string, journal: string): Promise<DetectionKind> {
  try {
    const { verified, chain, snapshots, file } = await verifyFolder(dataDir)
    if (chain.why?.startsWith('entry ')) return detectionKinds[0]
    if (!file.whole || !chain.whole) return detectionKinds[1]
    if (snapshots.wrong.length > 0) return detectionKinds[2]
    if (!verified) throw new Error('the rules are reported as changed')
    return (await journalIn(dataDir)) === journal ? detectionKinds[3] : detectionKinds[4]
  } catch (error) {
    if (error instanceof DamagedDatabase || error instanceof UnknownSchema) return detectionKinds[1]
    throw error
  }
}

/** Flips one random bit of a file at a time, and counts how each was detected. */
export async function flipFileBits(
  dataDir: string,
  scratch: string,
  seed: number,
  flips: number,
): Promise<Readonly<Record<DetectionKind, number>>> {
  const chance: Random = createRandom(seed)
  const { size } = await stat(databaseFile(dataDir))
  const journal = (await journalIn(dataDir)) ?? ''
  const counts = Object.fromEntries(detectionKinds.map((each) => [each, 0])) as Record<DetectionKind, number>
  for (let i = 0; i < flips; i += 1) {
    // The first page describes the rest, so it gets its share.
    const offset = chance.between(0, (i % 4 === 0 ? 4_096 : size) - 1)
    const bit = chance.between(0, 7)
    await copyWithFlippedBit(dataDir, scratch, offset, bit)
    try {
      counts[await findingOn(scratch, journal)] += 1
    } catch (error) {
      throw new Error(`bit ${bit} of byte ${offset} is not reported in one line`, { cause: error })
    }
  }
  return counts
}
