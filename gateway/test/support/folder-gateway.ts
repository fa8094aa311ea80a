import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { until } from '../../../server/test/support/until.ts'
import { type Gateway, startGateway } from '../../src/gateway.ts'
import type { FolderEntry } from '../../src/session-entry.ts'
import { temporaryFolder } from './test-gateway.ts'

type Line = Readonly<Record<string, string>>

/** A real server, and a real gateway that watches the folder of one trader. */
export interface FolderGateway {
  readonly desk: TestServer
  readonly folder: string
  readonly credential: string
  /** The log of the gateway. */
  readonly events: readonly string[]
  /** Puts a file into the folder as a whole. */
  drop(name: string, content: string | Uint8Array): void
  /** Waits for the result of a file, and returns its lines. */
  result(name: string): Promise<Line[]>
  /** Waits until the file of the day's outcomes satisfies a condition, and returns its lines. */
  outcomes(isReached: (lines: readonly Line[]) => boolean): Promise<Line[]>
  /** What the metrics of the gateway say now, in the Prometheus format. */
  metrics(): Promise<string>
  /** The folder of the gateway's store. */
  readonly dataFolder: string
  /** The names in a folder of the folder. */
  names(of: string): string[]
  /** Ends the gateway, as it is. */
  stop(): Promise<void>
  /** Starts another one on the same store. */
  start(): Promise<void>
}

interface FolderGatewayOptions {
  readonly language?: FolderEntry['language']
  readonly env?: Readonly<Record<string, string>>
  /** What the gateway reaches in place of the server. */
  readonly serverUrl?: (desk: TestServer) => Promise<string>
}

/** The day of the test server. */
export const today = '2026-11-18'

export async function startFolder(options: FolderGatewayOptions = {}): Promise<FolderGateway> {
  const { language = 'en', env = {}, serverUrl = async ({ url }) => url } = options
  const desk = await startTestServer({ brokers: ['Hinoki'], env })
  const user = 'trader@alder.example'
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [user] })
  const folder = join(temporaryFolder(), 'alder')
  const dataFolder = temporaryFolder()
  const config = {
    serverUrl: await serverUrl(desk),
    host: '127.0.0.1',
    port: 0,
    compId: 'AITAI',
    folder: dataFolder,
    databaseUrl: null,
    tls: null,
    logsMessages: false,
    metricsPort: 0,
    sessions: [],
    folders: [{ id: 'alder', type: 'folder', user, credential, folder, language }],
  } as const
  const events: string[] = []
  const start = (): Promise<Gateway> =>
    startGateway(config, {
      log: ({ text }) => void events.push(text),
      onFailure: (error) => void events.push(`failed: ${String(error)}`),
      now: desk.clock.now,
      folderTiming: { filesMs: 5, stableMs: 10, outcomesMs: 20 },
    })
  let running: Gateway | null = await start()
  onTestFinished(async () => await running?.close())
  await until('the folder', async () => existsSync(join(folder, 'done')))
  const day = join(folder, 'done', today)
  return {
    desk,
    folder,
    credential,
    events,
    dataFolder,
    async metrics() {
      return await (await fetch(`http://127.0.0.1:${running?.metricsPort}/metrics`)).text()
    },
    drop(name, content) {
      writeFileSync(join(folder, 'in', `.${name}`), content)
      renameSync(join(folder, 'in', `.${name}`), join(folder, 'in', name))
    },
    async result(name) {
      const path = join(day, `${name}.result.csv`)
      const text = await until(path, async () => existsSync(path) && readFileSync(path, 'utf8'))
      await until(`${name} beside its result`, async () => existsSync(join(day, name)))
      return linesOf(text)
    },
    async outcomes(isReached) {
      const path = join(folder, `outcomes-${today}.csv`)
      return await until('outcomes', async () => {
        const lines = existsSync(path) && linesOf(readFileSync(path, 'utf8'))
        return lines && isReached(lines) ? lines : null
      })
    },
    names: (of) => (existsSync(join(folder, of)) ? readdirSync(join(folder, of)).sort() : []),
    async stop() {
      await running?.close()
      running = null
    },
    async start() {
      running = await start()
    },
  }
}

/** The lines of a file without quoted commas, by its header. */
export function linesOf(text: string): Line[] {
  const [header = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n')
  const names = header.split(',')
  return lines.map((line) =>
    Object.fromEntries(
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, names.length)
        .map(([, cell = ''], index) => [names[index], cell.replace(/^"(.*)"$/, '$1')]),
    ),
  )
}

/** A file with these rows of ric, side and quantity. */
export const bulkFile = (...rows: readonly string[]): string =>
  ['ric,direction,shareQuantity', ...rows].map((line) => `${line}\r\n`).join('')
