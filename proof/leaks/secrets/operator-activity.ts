import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import { type ScanAccounts, temporaryPasswordOf } from './people.ts'
import type { TradingResult } from './trading-activity.ts'

/** Runs every operator command of a day on the running server. */
export async function exerciseOperators(
  installation: Installation,
  people: ScanAccounts,
  trades: TradingResult,
): Promise<void> {
  await halt(installation)
  await changeUsers(installation, people)
  await showRecords(installation, people)
  await exportRecords(installation, trades)
}

const reasonOption = (installation: Installation): string[] => [
  '--reason',
  installation.secrets.word('reason of an operator', 'of a command'),
]

async function halt(installation: Installation): Promise<void> {
  await installation.aitai('firm halt', ['Cypress', '--yes', ...reasonOption(installation)])
  await installation.aitai('security halt', ['6501.T', '--yes', ...reasonOption(installation)])
  await installation.aitai('halt list')
  await installation.aitai('halt list', ['--json'])
  await installation.aitai('firm resume', ['Cypress', ...reasonOption(installation)])
  // Without a terminal it says whom it affects, and does nothing.
  await installation.aitai('platform close', reasonOption(installation), { code: 1 })
  await installation.aitai('platform close', ['--yes', ...reasonOption(installation)])
  await installation.aitai('platform open', reasonOption(installation))
}

async function changeUsers(
  installation: Installation,
  { alder, kaede, hinoki }: ScanAccounts,
): Promise<void> {
  const { secrets } = installation
  await installation.aitai('user disable', [kaede.email, '--yes', ...reasonOption(installation)])
  await installation.aitai('user enable', [kaede.email, ...reasonOption(installation)])
  await installation.aitai('user unlock', [alder.email, ...reasonOption(installation)])
  await installation.aitai('user change', [
    alder.email,
    '--phone',
    secrets.phone('a new one'),
    ...reasonOption(installation),
  ])
  await installation.aitai('user sessions', [hinoki.email])
  await installation.aitai('user sessions', [hinoki.email, '--end', ...reasonOption(installation)])
  const invitation = await temporaryPasswordOf(installation, hinoki)
  await installation.aitai('user reset', [hinoki.email, ...reasonOption(installation)])
  await temporaryPasswordOf(installation, hinoki, [invitation])
  // These fail, but what was typed is secret.
  const unknown = secrets.email('that nobody has')
  await installation.aitai('user disable', [unknown, '--yes', ...reasonOption(installation)], { code: 1 })
  await installation.aitai('user disable', [unknown, '--reason', ''], { code: 2 })
  await installation.aitai('user erase', [kaede.email, '--yes', ...reasonOption(installation)])
  const poor = { input: `${secrets.password('typed twice')}`.repeat(9), code: 1 }
  const names = ['--first-name', 'No', '--last-name', 'Body', '--role', 'STAFF', '--password-stdin']
  await installation.aitai('user add', [unknown, ...names], poor)
}

async function showRecords(installation: Installation, { alder, firms }: ScanAccounts): Promise<void> {
  for (const name of ['status', 'firm list', 'broker list', 'user list', 'outbox', 'holidays list'])
    await installation.aitai(name)
  for (const words of [[alder.email], [alder.email, '--json']]) {
    await installation.aitai('rating show', words)
    await installation.aitai('user show', words)
    await installation.aitai('user export', [...words, ...reasonOption(installation)])
  }
  await installation.aitai('firm rename', [String(firms[2]), '--to', 'Elm', ...reasonOption(installation)])
  await installation.aitai('firm rename', ['Elm', '--to', String(firms[2]), ...reasonOption(installation)])
  await installation.aitai('broker change', [
    'Kaede',
    '--contact',
    installation.secrets.phone('of a dealing desk', 'contact of a broker'),
    ...reasonOption(installation),
  ])
  await installation.aitai('firm disable', [String(firms[2]), '--yes', ...reasonOption(installation)])
  await installation.aitai('firm enable', [String(firms[2]), ...reasonOption(installation)])
  // It trades the securities of the release, which doctor does not accept.
  await installation.aitai('doctor', ['--json'], { code: 1 })
  await installation.aitai('doctor', [], { code: 1 })
}

/** Exports files for others: each may contain its own data and no other. */
async function exportRecords(installation: Installation, { bought, sold }: TradingResult): Promise<void> {
  const day = (ms: number): string => new Date(ms).toISOString()
  const period = ['--from', day(Date.now() - 3_600_000), '--to', day(Date.now())]
  const out = (name: string): string[] => ['--output', join(installation.folders.out, name)]
  await installation.aitai('audit export', [...period, ...reasonOption(installation)])
  await installation.aitai('audit export', [...period, ...reasonOption(installation), ...out('audit.csv')])
  await installation.aitai('audit export', [
    ...period,
    ...reasonOption(installation),
    '--format',
    'json',
    ...out('audit.json'),
  ])
  for (const subject of [
    ['--advert', bought.id],
    ['--firm', 'Alder'],
  ])
    await installation.aitai('audit export', [...subject, ...reasonOption(installation)])
  await installation.aitai('audit verify')
  await installation.aitai('advert list', reasonOption(installation))
  await installation.aitai('advert list', ['--json', ...reasonOption(installation)])
  // It has ended.
  await installation.aitai('advert cancel', [sold.id, '--yes', ...reasonOption(installation)], { code: 1 })
  await installation.aitai('explain-match', [bought.id, sold.id, ...reasonOption(installation)])
  await installation.aitai('explain-match', [bought.id, sold.id, '--json', ...reasonOption(installation)])
  await installation.aitai('surveillance', reasonOption(installation))
  await installation.aitai('surveillance', ['--json', ...reasonOption(installation)])
  await installation.aitai('replay', ['--verify'])
  // It refuses PostgreSQL, of which a dump is searched.
  const code = installation.postgres ? 1 : 0
  const backup = [join(installation.folders.out, 'backup.db'), ...reasonOption(installation)]
  await installation.aitai('backup', backup, { code })
  // Nobody has its key: the file is searched for what it may not have in the clear, which is everything.
  const encrypted = [
    join(installation.folders.out, 'backup.db.age'),
    ...['--recipient', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
    ...reasonOption(installation),
  ]
  await installation.aitai('backup', encrypted, { code })
  await installation.aitai('secret rotate', ['data', ...reasonOption(installation)])
  await installation.aitai('secret rotate', ['data-keys', ...reasonOption(installation)])
  plantInstallationSecrets(installation)
}

/** The present secrets of the installation, and those before the rotation. */
export function plantInstallationSecrets({ folders, secrets }: Installation): void {
  const text = readFileSync(join(folders.data, 'secrets.env'), 'utf8')
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=([0-9a-f]{64})$/gm))
    secrets.plant('secret of the installation', name, value)
}

/** A message that is rejected for now stays in the outbox, with the secret in it. */
export async function delayMessage(installation: Installation, { cypress }: ScanAccounts): Promise<void> {
  const { rejected, nextRejection } = installation.receivers
  rejected.add(cypress.email)
  // Before the command, because the server may try to deliver before the command ends.
  const refusal = nextRejection(cypress.email)
  await installation.aitai('user reset', [cypress.email, ...reasonOption(installation)])
  const message = await refusal
  const password = /\b([a-z2-9]{4}(?:-[a-z2-9]{4}){3})\b/.exec(message)?.[1]
  if (!password) throw new Error('the message has no password')
  installation.secrets.plant('waiting secret', 'a temporary password', password)
  await installation.aitai('outbox')
}
