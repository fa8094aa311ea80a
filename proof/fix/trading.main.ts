import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSessions } from '@aitai/gateway/demo-sessions.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { repositoryRoot, startProcess } from '../harness/server-process.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { compileCounterparty, type FixVersion, QuickFixProcess } from './quickfix-process.ts'
import { type RecordedFlow, TradingFlows } from './trading-flows.ts'

/**
 * QuickFIX (C++) plays two institutions and a broker against a real server and a real gateway, over FIX 4.4 and 4.2,
 * with our data dictionaries and its own validation. With `--write` the transcript goes into docs/fix.md. Needs g++
 * and Debian's package libquickfix-dev.
 */
const page = join(repositoryRoot, 'docs/fix.md')
const compIds = ['ALDER-OMS', 'BIRCH-OMS', 'HINOKI']

async function runFlows(
  program: string,
  folder: string,
  version: FixVersion,
): Promise<readonly RecordedFlow[]> {
  const server = startProcess(join(folder, `server-${version}`), { SWEEP_DELAY: '0-0' })
  const sessions = join(folder, `sessions-${version}.json`)
  writeFileSync(sessions, JSON.stringify({ sessions: demoSessions.map((each) => ({ ...each, version })) }), {
    mode: 0o600,
  })
  const gateway = await startGatewayProcess({
    AITAI_URL: await server.ready,
    FIX_SESSIONS: sessions,
    FIX_DATA_DIR: join(folder, `gateway-${version}`),
  })
  const counterparty = new QuickFixProcess(program, {
    folder,
    version,
    port: gateway.port,
    password: demoPassword,
    compIds,
  })
  try {
    for (const compId of compIds) await counterparty.event(compId, 'logon')
    const flows = new TradingFlows(counterparty, version)
    await flows.run()
    return flows.recorded
  } finally {
    await counterparty.stop()
    await gateway.stop()
    await server.stop()
  }
}

/** The longest line of a transcript; a list of securities is cut there. */
const longestLine = 420

const written = (flows: readonly RecordedFlow[]): string =>
  flows
    .map(({ title, lines }) => {
      const shown = lines.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
      return `**${title}**\n\n\`\`\`\n${shown.join('\n')}\n\`\`\`\n`
    })
    .join('\n')

function writeTranscript(version: FixVersion, flows: readonly RecordedFlow[]): void {
  const marks = [`<!-- transcript ${version} -->`, `<!-- end of transcript ${version} -->`] as const
  const [before, , after] = splitAt(readFileSync(page, 'utf8'), marks)
  writeFileSync(page, `${before}${marks[0]}\n\n${written(flows)}\n${marks[1]}${after}`)
}

function splitAt(text: string, [start, end]: readonly [string, string]): [string, string, string] {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/fix.md has no ${start}`)
  return [text.slice(0, from), text.slice(from, to), text.slice(to + end.length)]
}

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-trading-'))
try {
  const program = compileCounterparty(folder)
  for (const version of ['FIX.4.4', 'FIX.4.2'] as const) {
    const flows = await runFlows(program, folder, version)
    const messages = flows.reduce((sum, { lines }) => sum + lines.length, 0)
    console.log(`${version}: ${flows.length} flows, ${messages} messages, none rejected, none unexpected`)
    if (process.argv.includes('--write')) writeTranscript(version, flows)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
