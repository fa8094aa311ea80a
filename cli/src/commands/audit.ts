import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startOfTradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { AuditExportResult } from '@aitai/server/admin/audit/audit-export.ts'
import type { AuditVerification } from '@aitai/server/admin/audit/audit-verification.ts'
import { BadManifest, readManifest } from '@aitai/server/admin/backup/backup-manifest.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print, UsageError } from '../command.ts'
import { parseTime } from './explain-match.ts'

export const auditExport = command({
  name: 'audit export',
  says: 'Write everything of a period: the market, who was told, who did what',
  flags: {
    from: {
      type: 'string',
      value: 'DATE',
      required: true,
      says: 'The first day in Tokyo, or a moment with its zone',
    },
    to: {
      type: 'string',
      value: 'DATE',
      required: true,
      says: 'The last day, included; or a moment, not included',
    },
    reason: { type: 'string', value: 'TEXT', required: true, says: 'Why; kept for ever with who asks' },
    format: { type: 'string', choices: ['csv', 'json'], says: 'csv, or json: a record to a line; csv' },
    output: { type: 'string', value: 'FILE', says: 'A new file for it; standard output' },
  },
  more:
    'A day is 2026-11-20, from midnight to midnight in Tokyo; a moment is 2026-11-20T01:00:00Z. It shows the IOIs\n' +
    'of others, so who asks and why is in the audit trail before anything is read. Passwords, seeds, names and\n' +
    'addresses are left out. A period that is over gives the same bytes each time. With --output the result is\n' +
    'JSON with the SHA-256 of the file, which only its owner may read; nothing is overwritten.',
  async run({ from, to, reason, format = 'csv', output }) {
    const asked = { from: periodBoundary('from', from), to: periodBoundary('to', to), reason, format }
    const toFile = (file: string) =>
      sendAdminCommand('audit export', { ...asked, file }) as Promise<AuditExportResult>
    if (output !== undefined) return print(await toFile(resolve(output)))
    const folder = passingFolder()
    const file = join(folder, `audit.${format}`)
    const { records, sha256, final } = await toFile(file)
    await pipeline(createReadStream(file), process.stdout, { end: false })
    const more = final ? '' : ' The period is not over: more will come.'
    console.error(`${records.total} records, SHA-256 ${sha256}.${more}`)
  },
})

/** A folder of our own that is gone when the process ends, whichever way a person ends it. */
function passingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-export-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** An edge of a period in milliseconds UTC: a day in Tokyo, of which `to` means the end, or a moment. */
export function periodBoundary(name: 'from' | 'to', typed: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed)
  const midnight = Date.parse(`${typed}T00:00:00Z`)
  if (!isDay) return parseTime(typed, new Date(), `--${name}`)
  // Written back, because 30 February would be taken for a day in March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== typed)
    throw new UsageError(`--${name} is no day of the calendar`)
  return startOfTradingDay(midnight / (24 * 60 * 60_000) + (name === 'to' ? 1 : 0))
}

export const auditVerify = command({
  name: 'audit verify',
  says: 'Check the audit trail and the journal against their hashes',
  flags: {
    manifest: {
      type: 'string',
      value: 'FILE.json',
      says: 'Of a backup: also that nothing before it was replaced',
    },
  },
  more:
    'Names the first entry of each that does not fit, and finds a missing end; exit code 1. Whoever may change the\n' +
    'database could write both chains anew: only a manifest that was kept elsewhere tells of that.',
  async run({ manifest }) {
    const known = manifest === undefined ? {} : { known: await endsIn(manifest) }
    const verdict = (await sendAdminCommand('audit verify', known)) as AuditVerification
    print(verdict)
    if (!verdict.verified)
      throw new CommandFailed('The audit trail or the journal does not verify; the result says where.')
  },
})

async function endsIn(manifest: string) {
  try {
    const { journal, audit } = await readManifest(manifest.replace(/\.json$/, ''))
    return { journal, audit }
  } catch (error) {
    throw error instanceof BadManifest ? new CommandFailed(`${manifest} is no manifest of a backup.`) : error
  }
}
