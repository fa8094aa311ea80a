import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type FixVersion = 'FIX.4.4' | 'FIX.4.2'

/** A message as QuickFIX printed it, without what frames it. */
export interface PrintedMessage {
  readonly compId: string
  readonly text: string
  /** The first value of each tag. */
  readonly fields: Readonly<Record<string, string>>
}

interface QuickFixOptions {
  readonly folder: string
  readonly version: FixVersion
  readonly port: number
  readonly password: string
  readonly compIds: readonly string[]
  /** Whether each Logon begins again at 1; otherwise the numbers go on, also after a crash. */
  readonly resetsOnLogon?: boolean
}

const source = fileURLToPath(new URL('quickfix-counterparty.cpp', import.meta.url))
const dictionaries: Readonly<Record<FixVersion, string>> = {
  'FIX.4.4': fileURLToPath(new URL('../../gateway/dictionary/AITAI44.xml', import.meta.url)),
  'FIX.4.2': fileURLToPath(new URL('../../gateway/dictionary/AITAI42.xml', import.meta.url)),
}

/** Compiles the counterparty into a folder. Throws without a compiler or Debian's package libquickfix-dev. */
export function compileCounterparty(folder: string): string {
  const program = join(folder, 'quickfix-counterparty')
  const flags = ['-std=c++14', '-O2', '-w', '-I/usr/include/quickfix']
  execFileSync('g++', [...flags, source, '-o', program, '-lquickfix', '-lpthread'])
  return program
}

/** Orders and brokers that are played by QuickFIX's engine, with our data dictionary and its own validation. */
export class QuickFixProcess {
  readonly #child: ChildProcess
  readonly #received: PrintedMessage[] = []
  readonly #waiting: (() => void)[] = []
  /** Called with each message as it comes. */
  onMessage: (message: PrintedMessage) => void = () => {}
  /** Every line in the order in which it was sent or received. */
  readonly transcript: { readonly direction: 'to' | 'from'; readonly message: PrintedMessage }[] = []

  constructor(program: string, options: QuickFixOptions) {
    this.#child = spawn(program, [settingsFile(options)], {
      env: { ...process.env, PASSWORD: options.password },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!this.#child.stdout) throw new Error('the counterparty has no output')
    // What is written while it is killed is lost, as the proof expects.
    this.#child.stdin?.on('error', () => {})
    createInterface(this.#child.stdout).on('line', (line) => this.#take(line))
  }

  #take(line: string): void {
    const [compId = '', ...rest] = line.split(' ')
    const message = printed(compId, rest.join(' '))
    if (message.fields['35'] !== undefined) this.transcript.push({ direction: 'from', message })
    this.#received.push(message)
    this.onMessage(message)
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Sends a message: its fields from 35 on, with `|` between them. */
  send(compId: string, text: string): void {
    this.transcript.push({ direction: 'to', message: printed(compId, text) })
    this.#child.stdin?.write(`${compId} ${text}\n`)
  }

  /** Returns the next message of a session that has these fields, and forgets it; fails after half a minute. */
  async receives(compId: string, wanted: Readonly<Record<string, string>>): Promise<PrintedMessage> {
    const until = Date.now() + 30_000
    for (;;) {
      const index = this.#received.findIndex(
        (message) =>
          message.compId === compId &&
          Object.entries(wanted).every(([tag, value]) => message.fields[tag] === value),
      )
      const [found] = index < 0 ? [] : this.#received.splice(index, 1)
      if (found) return found
      if (Date.now() > until) throw new Error(this.#missing(compId, wanted))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        setTimeout(resolve, 1_000)
      })
    }
  }

  #missing(compId: string, wanted: Readonly<Record<string, string>>): string {
    const others = this.#received.filter((message) => message.compId === compId).map(({ text }) => text)
    return `${compId} did not receive ${JSON.stringify(wanted)}, but\n${others.join('\n')}`
  }

  /** Waits for a line that is no message, such as `logon`. */
  async event(compId: string, text: string): Promise<void> {
    await this.receives(compId, { event: text })
  }

  /** What was received and not waited for, messages about the hours of matching aside. */
  get unexpected(): readonly PrintedMessage[] {
    return this.#received.filter(({ fields }) => fields['35'] !== 'h')
  }

  /** Ends it with SIGKILL. */
  async kill(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await exited
  }

  /** Logs out and ends. */
  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.stdin?.end()
    await exited
  }
}

/** The fields of the header that say nothing in a transcript. */
const framing: ReadonlySet<string> = new Set(['8', '9', '10', '34', '49', '52', '56', '43', '122'])

function printed(compId: string, line: string): PrintedMessage {
  if (!line.includes('35=')) return { compId, text: line, fields: { event: line } }
  const pairs = line
    .slice(line.search(/(?:8|35)=/))
    .split('|')
    .filter((field) => field !== '')
    .map((field) => field.split(/=(.*)/s).slice(0, 2) as [string, string])
  const fields: Record<string, string> = {}
  for (const [tag, value] of pairs) fields[tag] ??= value
  const shown = pairs.filter(([tag]) => !framing.has(tag))
  return { compId, text: shown.map(([tag, value]) => `${tag}=${value}`).join('|'), fields }
}

/** The folder in which QuickFIX stores numbers and messages. */
export const storeFolder = (folder: string, version: FixVersion): string => join(folder, `store-${version}`)

function settingsFile({ folder, version, port, compIds, resetsOnLogon = true }: QuickFixOptions): string {
  const path = join(folder, `settings-${version}`)
  const store = storeFolder(folder, version)
  mkdirSync(store, { recursive: true })
  const common = [
    '[DEFAULT]',
    'ConnectionType=initiator',
    'SocketConnectHost=127.0.0.1',
    `SocketConnectPort=${port}`,
    'ReconnectInterval=1',
    'HeartBtInt=30',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    `FileStorePath=${store}`,
    'UseDataDictionary=Y',
    `DataDictionary=${dictionaries[version]}`,
    `ResetOnLogon=${resetsOnLogon ? 'Y' : 'N'}`,
    `BeginString=${version}`,
    'TargetCompID=AITAI',
  ]
  const sessions = compIds.flatMap((compId) => ['[SESSION]', `SenderCompID=${compId}`])
  writeFileSync(path, [...common, ...sessions, ''].join('\n'))
  return path
}
