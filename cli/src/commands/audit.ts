import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AuditExportResult } from '@aitai/server/admin/audit/audit-export.ts'
import type { AuditSearchResult } from '@aitai/server/admin/audit/audit-search.ts'
import type { AuditVerification } from '@aitai/server/admin/audit/audit-verification.ts'
import { readConfig } from '@aitai/server/config.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { callerPath } from '../caller-path.ts'
import { CommandFailed, command, UsageError } from '../command.ts'
import { documentsIn, evidenceFaultTexts, publicKeysIn } from '../evidence-files.ts'
import { advertFlag, firmFlag, requiredReason, userFlag } from '../flags.ts'
import { alignColumns, counted } from '../output.ts'
import { periodBoundary } from '../times.ts'

export const auditExport = command({
  name: 'audit export',
  summary: 'Export the records of a period, or about an IOI, a user or an institution',
  flags: {
    from: {
      type: 'string',
      value: 'DATE',
      description: 'The first day in Tokyo, or a time with its zone',
    },
    to: {
      type: 'string',
      value: 'DATE',
      description: 'The last day, inclusive; or a time, exclusive',
    },
    advert: { ...advertFlag, description: 'Only what is about one IOI, by its id' },
    user: { ...userFlag, description: 'Only what is by or about one user' },
    firm: { ...firmFlag, description: 'Only what is by or about one institution and its users' },
    reason: requiredReason,
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
    'seeds, names and addresses are omitted. A past period gives the same bytes each time. With --output only the\n' +
    'owner may read the file, and nothing is overwritten. --from and --to are required unless --advert, --user or\n' +
    '--firm is given.',
  async run({ from, to, advert, user, firm, reason, format = 'csv', output, json }) {
    if (json && output === undefined)
      throw new UsageError('--json needs --output; --format json exports records as JSON')
    const subject = subjectOf({ advert, user, firm })
    const exportRequest = { ...periodOf(from, to, subject), ...subject, reason, format }
    const toFile = (file: string) =>
      sendAdminCommand('audit export', { ...exportRequest, file }) as Promise<AuditExportResult>
    if (output !== undefined) {
      const result = await toFile(callerPath(output))
      return { result, text: `${result.file}: ${digestOf(result)}` }
    }
    return inTemporaryFolder(async (folder) => {
      const file = join(folder, `audit.${format}`)
      const result = await toFile(file)
      await pipeline(createReadStream(file), process.stdout, { end: false })
      return { result, notes: [digestOf(result)] }
    })
  },
})

type Subject = Partial<Readonly<Record<'advert' | 'user' | 'firm', string>>>
type GivenSubject = { readonly [K in keyof Subject]: Subject[K] | undefined }

/** At most one subject. Throws UsageError otherwise. */
function subjectOf(given: GivenSubject): Subject {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  if (named.length > 1) throw new UsageError('give only one of --advert, --user and --firm')
  return Object.fromEntries(named)
}

/** The period; from the first record to now if only the records about something are exported. */
function periodOf(from: string | undefined, to: string | undefined, subject: Subject) {
  if (Object.keys(subject).length === 0 && (from === undefined || to === undefined))
    throw new UsageError(`--${from === undefined ? 'from' : 'to'} is missing`)
  return {
    from: from === undefined ? 0 : periodBoundary('from', from),
    // The same request each time, so that it is the one that a second person has approved.
    ...(to === undefined ? {} : { to: periodBoundary('to', to) }),
  }
}

function digestOf({ records, sha256, final }: AuditExportResult): string {
  const more = final ? '' : ' The period is not over: more records will follow.'
  return `${counted(records.total, 'record')}, SHA-256 ${sha256}.${more}`
}

/**
 * Gives a temporary folder that is removed afterwards, also on Ctrl-C and if the reader of a pipe ends early. It is in
 * DATA_DIR, because an installed server can write to few other folders, and has a /tmp of its own.
 */
async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const { dataDir } = readConfig(process.env)
  const folder = mkdtempSync(join(existsSync(dataDir) ? dataDir : tmpdir(), '.export-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const end = (): never => process.exit(1)
  const signals = ['SIGINT', 'SIGTERM'] as const
  process.on('exit', remove)
  for (const signal of signals) process.on(signal, end)
  try {
    return await use(folder)
  } finally {
    for (const signal of signals) process.off(signal, end)
    process.off('exit', remove)
    remove()
  }
}

export const auditSearch = command({
  name: 'audit search',
  summary: 'Search the audit trail: what was done, by whom and to whom; the newest first',
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
    action: { type: 'string', value: 'ACTION', description: 'Only this action, such as userDisabled' },
    actor: {
      type: 'string',
      value: 'WHO',
      description: 'Only what this user did, by e-mail; or a name of the command line, or system',
    },
    subject: {
      type: 'string',
      value: 'WHAT',
      description: 'Only what was done to this user, by e-mail; or to an institution, a broker or an id',
    },
    before: {
      type: 'string',
      value: 'NUMBER',
      description: 'Only events with a lower number: the next page',
    },
  },
  details:
    'It shows at most 100 events and says where the next page begins. No IOI and no locate is in the audit trail:\n' +
    'they are in the journal, which only `audit export` shows. Each search is recorded in the audit trail.\n\n' +
    '  aitai audit search --from 2026-11-20 --to 2026-11-20 --action userDisabled',
  async run({ from, to, before, ...about }) {
    const result = (await sendAdminCommand('audit search', {
      from: periodBoundary('from', from),
      to: periodBoundary('to', to),
      ...about,
      ...(before === undefined ? {} : { before: eventNumber(before) }),
    })) as AuditSearchResult
    return { result, text: searchText(result) }
  },
})

function eventNumber(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new UsageError('--before must be the number of an event')
  return Number(typed)
}

function searchText({ events, older }: AuditSearchResult): string {
  const rows = events.map(({ seq, at, action, actor, subject, outcome, reason }) => [
    String(seq),
    at,
    action,
    partyText(actor),
    partyText(subject),
    outcome === 'DONE' ? '' : outcome,
    reason,
  ])
  return [
    ...(rows.length === 0
      ? ['No event was found.']
      : alignColumns([['Number', 'Time', 'Action', 'Actor', 'Subject', '', 'Reason'], ...rows], '')),
    ...(older === null ? [] : [`There may be older ones: --before ${older}`]),
  ].join('\n')
}

const partyText = ({ id, name, firm }: AuditSearchResult['events'][number]['actor']): string =>
  name === null ? id : firm === null ? name : `${name} (${firm})`

export const auditVerify = command({
  name: 'audit verify',
  summary: 'Check the audit trail and the journal against their hashes',
  flags: {
    manifest: {
      type: 'string',
      value: 'FILE.json',
      description: 'Manifest of a backup: also check that nothing before it was replaced',
    },
    head: {
      type: 'string',
      value: 'FILE',
      description: 'Signed heads or public digests, one per line: also check that both chains contain them',
    },
    key: {
      type: 'string',
      value: 'KEY',
      description:
        'The public key of the installation, as it was given to you; those of the database if omitted',
    },
  },
  details:
    'Reports the first invalid entry of each, and a missing end, with exit code 1. Someone who can change the\n' +
    'database could rewrite both chains: only the manifest of a backup, a head or a digest that is stored elsewhere\n' +
    'reveals that. FILE may be the text of a mail with heads, or of several.',
  async run({ manifest, head, key }) {
    const known = manifest === undefined ? {} : { known: await endsIn(manifest) }
    const heads = head === undefined ? {} : { heads: documentsIn(head) }
    const keys =
      key === undefined ? {} : { keys: (await publicKeysIn(key)).map(({ publicKey }) => publicKey) }
    const result = (await sendAdminCommand('audit verify', {
      ...known,
      ...heads,
      ...keys,
    })) as AuditVerification
    const { verified, audit, journal, known: hasKnown } = result
    const text = [
      chainText('Audit trail', audit),
      chainText('Journal', journal),
      ...(hasKnown === null
        ? []
        : [`Manifest: ${hasKnown ? 'everything before it is there' : 'something before it was replaced'}.`]),
      ...result.heads.map(headText),
    ].join('\n')
    if (verified) return { result, text }
    return { result, text, failure: 'The audit trail or the journal does not verify; the result says where.' }
  },
})

function headText({ chain, seq, at, fault }: AuditVerification['heads'][number]): string {
  const name = `${chain === 'audit' ? 'Audit trail' : chain === 'journal' ? 'Journal' : 'A line'}`
  const entry = seq === null ? '' : ` entry ${seq}`
  const when = at === null ? '' : `, signed ${at}`
  return `Head: ${name}${entry}${when}: ${fault === null ? 'is in the chain.' : headFaults[fault]}`
}

const headFaults = {
  ...evidenceFaultTexts,
  NOT_IN_CHAIN: 'is NOT in the chain: what is up to it was rewritten, or cut off.',
  NOT_STORED: 'no stored head fits this digest: the heads of the day were replaced or deleted.',
} as const

const chainText = (name: string, chain: AuditVerification['audit']): string =>
  chain.whole
    ? `${name}: whole, ${counted(chain.seq, 'entry', 'entries')}, hash ${chain.hash}.`
    : `${name}: ${chain.why}.`

async function endsIn(manifest: string) {
  const { BadManifest, readManifest } = await import('@aitai/server/admin/backup/backup-manifest.ts')
  try {
    const { journal, audit } = await readManifest(manifest.replace(/\.json$/, ''))
    return { journal, audit }
  } catch (error) {
    throw error instanceof BadManifest ? new CommandFailed(`${manifest} is no manifest of a backup.`) : error
  }
}
