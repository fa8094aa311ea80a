import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installedBrowser } from '../../e2e/support/browser.ts'
import { startServer } from '../../e2e/support/server.ts'

/**
 * `npm run lighthouse`: runs Lighthouse on the built client and the real server, as a phone and as a desktop, in
 * both languages. Prints a table and the audits that lost points; exits with 1 if a score is below its target.
 * Lighthouse is downloaded for the run, because it would add a hundred packages to every installation.
 */
const lighthouse = 'lighthouse@13.5.0'

const targets = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof targets
const all: readonly Category[] = ['performance', 'accessibility', 'best-practices']

const pages = [
  { page: 'login', path: '/', measured: all },
  { page: 'about', path: '/about-us', measured: all.slice(1) },
] as const
const languages = { En: 'en-GB', Jp: 'ja-JP' } as const
const forms = ['mobile', 'desktop'] as const

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
}
interface Report {
  readonly categories: Readonly<
    Record<Category, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, Audit>>
}

const run = promisify(execFile)

async function runLighthouse(
  url: string,
  locale: string,
  form: (typeof forms)[number],
  folder: string,
): Promise<Report> {
  const out = join(folder, 'report.json')
  const browser = installedBrowser()
  const flags = `--headless=new --no-sandbox --lang=${locale} --accept-lang=${locale}`
  const npmArguments = ['exec', '--yes', '--package', lighthouse, '--']
  const lighthouseArguments = [
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
    `--output-path=${out}`,
    `--only-categories=${all.join(',')}`,
    `--chrome-flags=${flags}`,
  ]
  if (form === 'desktop') lighthouseArguments.push('--preset=desktop')
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ...(browser ? { CHROME_PATH: browser } : {}) }
  // In another folder: in the repository npm would search its workspaces for the package.
  await run('npm', [...npmArguments, ...lighthouseArguments], {
    cwd: folder,
    env,
    maxBuffer: 64 * 1_024 * 1_024,
  })
  return JSON.parse(await readFile(out, 'utf8')) as Report
}

const percent = (score: number | null): number => Math.round((score ?? 0) * 100)

/** The audits that lost points of the measured categories. */
const lost = ({ categories, audits }: Report, measured: readonly Category[]): readonly string[] =>
  measured.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => ({ id, audit: audits[id] }))
      .filter(({ audit }) => audit?.score != null && audit.score < 1)
      .map(({ id, audit }) => `${category} ${id} ${percent(audit?.score ?? 0)} ${audit?.displayValue ?? ''}`),
  )

const folder = await mkdtemp(join(tmpdir(), 'aitai-lighthouse-'))
const server = await startServer()
const table: Record<string, string | number>[] = []
let isBelow = false
try {
  for (const { page, path, measured } of pages)
    for (const [language, locale] of Object.entries(languages))
      for (const form of forms) {
        const report = await runLighthouse(server.url + path, locale, form, folder)
        const scores = Object.fromEntries(all.map((each) => [each, percent(report.categories[each].score)]))
        const isLow = measured.some((each) => (scores[each] ?? 0) < targets[each])
        table.push({ page, language, form, ...scores, reached: isLow ? 'no' : 'yes' })
        for (const each of lost(report, isLow ? measured : []))
          console.log(`${page} ${language} ${form}: ${each}`)
        isBelow ||= isLow
      }
  console.table(table)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(isBelow ? 1 : 0)
