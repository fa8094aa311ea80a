import { join } from 'node:path'
import type { Installation } from './installation.ts'
import { type ScanAccounts, temporaryPasswordOf } from './people.ts'
import type { TradingResult } from './trading-activity.ts'

/** Everything an operator does in a day, on the running server. */
export async function exerciseOperators(
  house: Installation,
  people: ScanAccounts,
  traded: TradingResult,
): Promise<void> {
  await halt(house)
  await changePeople(house, people)
  await look(house, people)
  await handOut(house, traded)
}

const why = (house: Installation): string[] => [
  '--reason',
  house.canaries.word('reason of an operator', 'of a command'),
]

async function halt(house: Installation): Promise<void> {
  await house.aitai('halt', ['--firm', 'Cypress', ...why(house)])
  await house.aitai('halt', ['--security', '6501.T', ...why(house)])
  await house.aitai('halts')
  await house.aitai('resume', ['--firm', 'Cypress', ...why(house)])
  await house.aitai('platform close', why(house))
  await house.aitai('platform open', why(house))
}

async function changePeople(house: Installation, { alder, kaede, hinoki }: ScanAccounts): Promise<void> {
  const { canaries } = house
  await house.aitai('user disable', [kaede.email, ...why(house)])
  await house.aitai('user enable', [kaede.email, ...why(house)])
  await house.aitai('user unlock', [alder.email, ...why(house)])
  await house.aitai('user change', [alder.email, '--phone', canaries.phone('a new one'), ...why(house)])
  await house.aitai('user sessions', [hinoki.email])
  await house.aitai('user sessions', [hinoki.email, '--end', ...why(house)])
  const invitation = await temporaryPasswordOf(house, hinoki)
  await house.aitai('user reset', [hinoki.email, ...why(house)])
  await temporaryPasswordOf(house, hinoki, [invitation])
  // Nothing of it is done, but it was typed.
  const unknown = canaries.email('that nobody has')
  await house.aitai('user disable', [unknown, ...why(house)], { code: 1 })
  await house.aitai('user disable', [unknown, '--reason', ''], { code: 2 })
  const poor = { input: `${canaries.password('typed twice')}`.repeat(9), code: 1 }
  const names = ['--first-name', 'No', '--last-name', 'Body', '--role', 'STAFF', '--password-stdin']
  await house.aitai('user add', ['--email', unknown, ...names], poor)
}

async function look(house: Installation, { alder, firms }: ScanAccounts): Promise<void> {
  for (const name of ['status', 'firm list', 'broker list', 'user list', 'outbox', 'holidays list'])
    await house.aitai(name)
  await house.aitai('rating show', [alder.email])
  await house.aitai('rating show', [alder.email, '--json'])
  await house.aitai('firm disable', [String(firms[2]), ...why(house)])
  await house.aitai('firm enable', [String(firms[2]), ...why(house)])
  await house.aitai('doctor', ['--json'])
  await house.aitai('doctor')
}

/** What is made to be handed to somebody: each holds what it must and nothing else. */
async function handOut(house: Installation, { bought, sold }: TradingResult): Promise<void> {
  const day = (ms: number): string => new Date(ms).toISOString()
  const period = ['--from', day(Date.now() - 3_600_000), '--to', day(Date.now())]
  const out = (name: string): string[] => ['--output', join(house.folders.out, name)]
  await house.aitai('audit export', [...period, ...why(house)])
  await house.aitai('audit export', [...period, ...why(house), ...out('audit.csv')])
  await house.aitai('audit export', [...period, ...why(house), '--format', 'json', ...out('audit.json')])
  await house.aitai('audit verify')
  await house.aitai('explain-match', [bought.id, sold.id, ...why(house)])
  await house.aitai('explain-match', [bought.id, sold.id, '--json', ...why(house)])
  await house.aitai('replay', ['--verify'])
  await house.aitai('backup', [join(house.folders.out, 'backup.db'), ...why(house)])
}

/** A message that its receiver refuses for now stays in the outbox, with the secret in it. */
export async function delayMessage(house: Installation, { cypress }: ScanAccounts): Promise<void> {
  const { notNow, refused } = house.receivers
  notNow.add(cypress.email)
  // Before the command, because the server may try to deliver while the command still ends.
  const refusal = refused(cypress.email)
  await house.aitai('user reset', [cypress.email, ...why(house)])
  const letter = await refusal
  const password = /\b([a-z2-9]{4}(?:-[a-z2-9]{4}){3})\b/.exec(letter)?.[1]
  if (!password) throw new Error('a letter without a password')
  house.canaries.keep('waiting secret', 'a temporary password', password)
  await house.aitai('outbox')
}
