import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dayMs, startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { AuditExportResult } from '@aitai/server/admin/audit/audit-export.ts'
import type { AuditVerification } from '@aitai/server/admin/audit/audit-verification.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print, UsageError } from '../command.ts'
import { parseTime } from './explain-match.ts'

export const auditExport = command({
  name: 'audit export',
  summary: 'Export all records of a period: market, notifications, audit events',
  flags: {
    from: {
      type: 'string',
      value: 'DATE',
      required: true,
      description: 'The first day in Tokyo, or a time with its zone',
    },
    to: {
      type: 'string',
      value: 'DATE',
      required: true,
      description: 'The last day, inclusive; or a time, exclusive',
    },
    reason: {
      type: 'string',
      value: 'TEXT',
      required: true,
      description: 'Why; stored permanently with your name',
    },
    format: {
      type: 'string',
      choices: ['csv', 'json'],
      description: 'csv (default), or json with one record per line',
    },
    output: { type: 'string', value: 'FILE', description: 'A new file; standard output if omitted' },
  },
  details:
    'A day is 2026-11-20, from midnight to midnight in Tokyo; a time is 2026-11-20T01:00:00Z. The export shows the\n' +
    'IOIs of users, so your name and reason are recorded in the audit trail before anything is read. Passwords,\n' +
    'seeds, names and addresses are omitted. A past period gives the same bytes each time. With --output the\n' +
    'result is JSON with the SHA-256 of the file, which only its owner may read; nothing is overwritten.',
  async run({ from, to, reason, format = 'csv', output }) {
    const exportRequest = { from: periodBoundary('from', from), to: periodBoundary('to', to), reason, format }
    const toFile = (file: string) =>
      sendAdminCommand('audit export', { ...exportRequest, file }) as Promise<AuditExportResult>
    if (output !== undefined) return print(await toFile(resolve(output)))
    const folder = temporaryFolder()
    const file = join(folder, `audit.${format}`)
    const { records, sha256, final } = await toFile(file)
    await pipeline(createReadStream(file), process.stdout, { end: false })
    const more = final ? '' : ' The period is not over: more records will follow.'
    console.error(`${records.total} records, SHA-256 ${sha256}.${more}`)
  },
})

/** Creates a temporary folder that is removed when the process ends, also on Ctrl-C. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-export-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** A boundary of a period in milliseconds UTC: the start or (for `to`) the end of a day in Tokyo, or a time. */
export function periodBoundary(name: 'from' | 'to', typed: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed)
  if (!isDay) return parseTime(typed, new Date(), `--${name}`)
  return startOfTradingDay(parseTradingDay(typed, `--${name}`) + (name === 'to' ? 1 : 0))
}

/** Parses an ISO date in Tokyo to a trading day. */
export function parseTradingDay(typed: string, flag: string): number {
  const midnight = Date.parse(`${typed}T00:00:00Z`)
  // Compare with the text, because Date.parse reads 30 February as a day in March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== typed)
    throw new UsageError(`${flag} is not a calendar date`)
  return midnight / dayMs
}

export const auditVerify = command({
  name: 'audit verify',
  summary: 'Check the audit trail and the journal against their hashes',
  flags: {
    manifest: {
      type: 'string',
      value: 'FILE.json',
      description: 'Manifest of a backup: also check that nothing before it was replaced',
    },
  },
  details:
    'Reports the first invalid entry of each, and a missing end, with exit code 1. Someone who can change the\n' +
    'database could rewrite both chains: only the manifest of a backup that is stored elsewhere reveals that.',
  async run({ manifest }) {
    const known = manifest === undefined ? {} : { known: await endsIn(manifest) }
    const result = (await sendAdminCommand('audit verify', known)) as AuditVerification
    print(result)
    if (!result.verified)
      throw new CommandFailed('The audit trail or the journal does not verify; the result says where.')
  },
})

async function endsIn(manifest: string) {
  const { BadManifest, readManifest } = await import('@aitai/server/admin/backup/backup-manifest.ts')
  try {
    const { journal, audit } = await readManifest(manifest.replace(/\.json$/, ''))
    return { journal, audit }
  } catch (error) {
    throw error instanceof BadManifest ? new CommandFailed(`${manifest} is no manifest of a backup.`) : error
  }
}
