import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '@aitai/messages/texts.ts'
import { type Browser, expect, test } from '@playwright/test'
import {
  type CommandResult,
  firstMissingOutput,
  flagValue,
  manualTranscripts,
  runTypedCommand,
  type TypedCommand,
} from '../../support/manual-transcripts.ts'
import { BrokerUser, type InvitedUser, Person, Trader } from '../../support/people.ts'
import { type RunningServer, startServer } from '../../support/server.ts'

/** An empty installation, and the folder in which its operator works. */
let product: RunningServer
let around: string
let opening: readonly TypedCommand[]
let closing: readonly TypedCommand[]
let beganOn: string

const dayInTokyo = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format()

test.beforeAll(async () => {
  const blocks = await manualTranscripts()
  expect(blocks).toHaveLength(2)
  const [start, ...commands] = blocks[0] ?? []
  expect(start?.words).toEqual(['DEMO=off', 'npm', 'start'])
  opening = commands
  closing = blocks[1] ?? []
  beganOn = dayInTokyo()
  around = await mkdtemp(join(tmpdir(), 'aitai-operator-'))
  await mkdir(join(around, 'here'))
  product = await startServer({ DEMO: 'off' })
  // Here the port differs, and the client is already built.
  const shown = start?.shown.replace('http://localhost:8080', product.url) ?? ''
  await expect.poll(() => firstMissingOutput(shown, product.output())).toBeNull()
})
test.afterAll(async () => {
  await product?.stop()
  if (around) await rm(around, { recursive: true, force: true })
})

const typed = ({ words }: TypedCommand): string => words.join(' ')
const named = (lines: readonly TypedCommand[], command: string): TypedCommand[] =>
  lines.filter((each) => typed(each).startsWith(`npm run -s aitai -- ${command}`))

/** The manual names the day of its own run; replace it with today, or with tomorrow close to midnight. */
function today(line: TypedCommand): TypedCommand {
  const edges: Readonly<Record<string, string>> = { '--from': beganOn, '--to': dayInTokyo() }
  const words = line.words.map((word, index) => edges[line.words[index - 1] ?? ''] ?? word)
  return { ...line, words }
}

/** `doctor` may warn about this machine's clock or disk; compare only the lines that the manual shows. */
const mayFail = (line: TypedCommand): boolean => typed(line).endsWith(' doctor')

/** Runs the commands in order. Each must succeed and print what the manual shows. */
async function types(lines: readonly TypedCommand[], output: Map<string, CommandResult>): Promise<void> {
  for (const line of lines) {
    const result = await runTypedCommand(today(line), {
      dataDir: product.dataDir,
      folder: join(around, 'here'),
    })
    output.set(typed(line), result)
    if (!mayFail(line)) expect(result.code, `${typed(line)}\n${result.both}`).toBe(0)
  }
  const transcript = [...output].map(([line, { both }]) => `$ ${line}\n${both}`).join('\n')
  await writeFile(test.info().outputPath('transcript.txt'), transcript)
  for (const line of lines)
    expect.soft(firstMissingOutput(line.shown, output.get(typed(line))?.both ?? ''), typed(line)).toBeNull()
}

const outputOf = (output: Map<string, CommandResult>, command: string): string =>
  [...output].find(([line]) => line.startsWith(`npm run -s aitai -- ${command}`))?.[1].out ?? ''

/** A user whom the manual adds. */
interface Invited extends InvitedUser {
  readonly language: Language
  /** The institution of a trader, or the broker of its user, by name. */
  readonly organization: string
}

/** What a command acts on: the word after `npm run -s aitai -- user add`. */
const operandOf = ({ words }: TypedCommand): string => words[7] ?? ''

const brokerNamed = (shortName: string): string => {
  const added = named(opening, 'broker add').find((line) => operandOf(line) === shortName)
  return added ? flagValue(added, '--name') : ''
}

/** Reads the message to a user in the outbox. */
function invited(line: TypedCommand, outbox: string): Invited {
  const email = operandOf(line)
  const language = flagValue(line, '--language') === 'ja' ? 'Jp' : 'En'
  // One message is a line of facts, followed by its indented text.
  const messages = outbox.split(/\n(?=\S)/).filter((message) => message.split('\n')[0]?.includes(email))
  expect(messages).toHaveLength(1)
  const [message = ''] = messages
  expect(message).toContain(product.url)
  const [temporary = ''] = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(message) ?? []
  expect(temporary).not.toBe('')
  return {
    email,
    temporary,
    own: `three-lanterns-${email.length}-over-kamo`,
    language,
    name: flagValue(line, language === 'Jp' ? '--last-name' : '--first-name'),
    organization: flagValue(line, '--firm') || brokerNamed(flagValue(line, '--broker')),
  }
}

/** Opens the link, sets a password, and signs in with it. */
async function comesToDesk<P extends Trader | BrokerUser>(person: P, who: Invited): Promise<P> {
  await person.setsFirstPassword(who)
  await person.signsIn(who.email, who.own)
  await person.isAtDesk()
  return person
}

const window = (browser: Browser, { email, language }: Invited) =>
  Person.window({ url: product.url, browser, email, language })

/** Two traders are located and the broker confirms both. Returns the passwords of the agreement. */
async function livesTheDay(browser: Browser, ann: Invited, sato: Invited, mei: Invited): Promise<string[]> {
  const buyer = await comesToDesk(new Trader(await window(browser, ann), ann.language), ann)
  const seller = await comesToDesk(new Trader(await window(browser, sato), sato.language), sato)
  await buyer.advertises('BUY', '7203.T', 40_000)
  await seller.advertises('SELL', '7203.T', 30_000)
  await buyer.seesContraLocated('30,000')
  await seller.seesContraLocated('30,000')
  await buyer.answers('a')
  await seller.answers('a')
  const bought = await buyer.handedTo()
  const sold = await seller.handedTo()
  expect(bought.broker).toContain(mei.organization)
  expect(sold.broker).toBe(bought.broker)
  for (const trader of [buyer, seller]) {
    await trader.readsOutcome()
    await trader.sees('7203.T', 'advert.status.COMPLETED')
  }

  const broker = await comesToDesk(new BrokerUser(await window(browser, mei), mei.language), mei)
  await broker.readsMatch()
  await expect(broker.page.getByText(bought.password)).toBeVisible()
  await expect(broker.page.getByText(sold.password)).toBeVisible()
  await broker.confirms('agreement.confirmBuy', ann.organization, '7203.T - Toyota Motor')
  await broker.confirms('agreement.confirmSell', sato.organization, '7203.T - Toyota Motor')
  return [bought.password, sold.password]
}

/** Returns what happened, by whom and where, from the matching lines of an export. */
const whoDid = (exported: string, kind: 'event' | 'auditEvent', action: string): string[] =>
  exported
    .split('\n')
    .map((line) => line.split(','))
    .filter((cells) => cells[0] === kind && cells[5] === action)
    .map((cells) => `${cells[7]} ${cells[8]}`)
    .sort()

/** The export has the whole day, and nothing in it identifies a person or grants access. */
function tellsTheDay(exported: string, people: readonly Invited[], passwords: readonly string[]): void {
  const [ann, sato, mei] = people.map(({ organization }) => organization)
  expect(whoDid(exported, 'auditEvent', 'firmAdded')).toHaveLength(2)
  expect(whoDid(exported, 'auditEvent', 'brokerAdded')).toHaveLength(2)
  expect(whoDid(exported, 'auditEvent', 'userAdded')).toHaveLength(3)
  expect(whoDid(exported, 'event', 'contraLocated')).toHaveLength(1)
  expect(whoDid(exported, 'event', 'locateAnswered')).toEqual([`TRADER ${ann}`, `TRADER ${sato}`].sort())
  expect(whoDid(exported, 'event', 'connectionAgreed')).toHaveLength(1)
  expect(whoDid(exported, 'event', 'executionConfirmed')).toEqual([`BROKER ${mei}`, `BROKER ${mei}`])

  const secrets = [...passwords, ...people.flatMap(({ email, temporary, own }) => [email, temporary, own])]
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(3)
  expect(secrets.filter((secret) => exported.includes(secret))).toEqual([])
  expect(exported).not.toContain('@')
}

test("the manual's first day, from an empty installation to a match and an audit export", async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const output = new Map<string, CommandResult>()
  expect(named(opening, 'firm add')).toHaveLength(2)
  expect(named(opening, 'broker add')).toHaveLength(2)
  expect(named(opening, 'user add')).toHaveLength(3)
  await types(opening, output)
  const people = named(opening, 'user add').map((line) => invited(line, outputOf(output, 'outbox')))
  const [ann, sato, mei] = people
  if (!ann || !sato || !mei) throw new Error('the manual adds no users')
  expect([ann, sato, mei].map(({ language }) => language)).toEqual(['En', 'Jp', 'En'])
  const passwords = await livesTheDay(browser, ann, sato, mei)

  for (const command of ['status', 'audit export', 'audit verify', 'backup', 'doctor'])
    expect(named(closing, command), command).toHaveLength(1)
  await types(closing, output)
  tellsTheDay(outputOf(output, 'audit export'), people, passwords)
})
