import type { Browser, Page, Request } from '@playwright/test'
import { Person } from './people.ts'

/** Transferred bytes by kind of file, compressed, without headers. */
export interface TransferSize {
  readonly script: number
  readonly style: number
  readonly font: number
  readonly files: number
  /** How many of the files have calls or texts of the operators' console. */
  readonly consoleFiles: number
}

const kinds: Readonly<Record<string, 'script' | 'style' | 'font'>> = {
  script: 'script',
  stylesheet: 'style',
  font: 'font',
}

/** The paths of the console's calls, and the names of texts that only it shows. */
const ofConsole = /\/operations\/\w|operations\.halt\./

/** Long enough for a page to become idle, when it may load more. */
const quietMs = 1_500

/**
 * Counts what a page loads from now on. Returns the sums once nothing more is loaded, idle loading included.
 */
function weighing(page: Page): () => Promise<TransferSize> {
  const fetched: { readonly request: Request; readonly isOfConsole: Promise<boolean> }[] = []
  let last = Date.now()
  page.on('requestfinished', (request) => {
    if (!kinds[request.resourceType()]) return
    // At once, because the browser forgets the bodies of a page that is left.
    const isOfConsole = isScriptOfConsole(request)
    // The visit awaits it and reports its failure. Until then a rejection without a handler would end the process.
    isOfConsole.catch(() => {})
    fetched.push({ request, isOfConsole })
    last = Date.now()
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    while (Date.now() - last < quietMs) await new Promise((later) => setTimeout(later, 100))
    const weight = { script: 0, style: 0, font: 0, files: fetched.length, consoleFiles: 0 }
    for (const { request, isOfConsole } of fetched) {
      const { responseBodySize } = await request.sizes()
      weight[kinds[request.resourceType()] ?? 'script'] += responseBodySize
      if (await isOfConsole) weight.consoleFiles += 1
    }
    return weight
  }
}

async function isScriptOfConsole(request: Request): Promise<boolean> {
  if (request.resourceType() !== 'script') return false
  return ofConsole.test((await (await request.response())?.text()) ?? '')
}

type Language = 'En' | 'Jp'

export interface FirstVisit {
  readonly url: string
  readonly browser: Browser
  readonly language: Language
}

/** Opens a page with an empty cache; what the visitor does there counts too. */
async function visited(
  { url, browser, language }: FirstVisit,
  path: string,
  then?: Act,
): Promise<TransferSize> {
  const context = await browser.newContext({ locale: language === 'Jp' ? 'ja-JP' : 'en-GB' })
  const page = await context.newPage()
  const weighed = weighing(page)
  await page.goto(url + path)
  await then?.(new Person(page, language))
  const weight = await weighed()
  await context.close()
  return weight
}

type Act = (person: Person) => Promise<unknown>

const signingIn =
  (email: string): Act =>
  async (person) => {
    await person.signsIn(email)
    await person.page.waitForURL(/-home$/)
  }

const trader = 'trader@alder.example'

/**
 * Each page as a first-time visitor reaches it: the homes through the login page, the profile through a home.
 */
export const measuredPages = {
  login: (visit: FirstVisit) => visited(visit, '/'),
  about: (visit: FirstVisit) => visited(visit, '/about-us'),
  forgot: (visit: FirstVisit) => visited(visit, '/forget-password'),
  desk: (visit: FirstVisit) => visited(visit, '/', signingIn(trader)),
  console: (visit: FirstVisit) =>
    visited(visit, '/', async (person) => {
      await person.signsIn('operations@aitai.example')
      await person.page.waitForURL(/\/operations/)
    }),
  brokersHome: (visit: FirstVisit) => visited(visit, '/', signingIn('broker@hinoki.example')),
  profile: (visit: FirstVisit) =>
    visited(visit, '/', async (person) => {
      await signingIn('broker@hinoki.example')(person)
      await person.page.getByRole('button', { name: person.text('header.profile') }).click()
      await person.page.getByRole('link', { name: person.text('profile.title') }).click()
    }),
} as const
