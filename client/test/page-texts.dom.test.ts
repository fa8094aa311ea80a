import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { en } from '@aitai/messages/en.ts'
import { pageTexts, type TextPage } from '@aitai/messages/page-texts.ts'
import { catalogues, type Language, languages, textIn } from '@aitai/messages/texts.ts'
import i18next from 'i18next'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const src = join(import.meta.dirname, '../src')

/** Returns a file and its static imports. Lazily imported files load their own texts. */
function withStaticImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) .*?'(\.[^']+)'$/gm))
    if (/\.tsx?$/.test(path)) withStaticImports(join(dirname(file), path), seen)
  return seen
}

const keys = Object.keys(en)

/** The text keys that occur in the files: complete keys, and prefixes of keys. */
const namedIn = (files: Iterable<string>): readonly string[] =>
  [...files].flatMap((file) => {
    const code = readFileSync(file, 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
    const whole = [...code.matchAll(/'([^'\s]+)'/g)].map(([, text = '']) => text)
    const prefixes = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{(?!string|infer)/g)].map(
      ([, text = '']) => text,
    )
    return [
      ...whole.filter((text) => Object.hasOwn(en, text)),
      ...prefixes.flatMap((prefix) => keys.filter((key) => key.startsWith(prefix))),
    ]
  })

const keysOf = async (...pages: readonly TextPage[]): Promise<ReadonlySet<string>> =>
  new Set((await Promise.all(pages.map((page) => pageTexts[page].En()))).flatMap(Object.keys))

const missingIn = (loaded: ReadonlySet<string>, files: Iterable<string>): readonly string[] =>
  namedIn(files).filter((key) => !loaded.has(key))

const beforeTheDesk = [
  ...[
    'main.tsx',
    'app/popups/GlobalPopups.tsx',
    'auth/TwoFactorPopup.tsx',
    'auth/FirstLoginPage.tsx',
    'auth/StaffPage.tsx',
  ],
  ...['auth/ForgotPasswordPage.tsx', 'auth/ResetPasswordPage.tsx', 'auth/LoggedOutPage.tsx'],
]

/** Imported with the popups of every page, but shown only on the desks. */
const ofDesks = ['app/popups/OutsideHoursPopup.tsx', 'shared/api/outside-hours.ts'].map((file) =>
  join(src, file),
)

test.each(beforeTheDesk)('all texts of %s are loaded on every page', async (file) => {
  const files = withStaticImports(join(src, file), new Set(ofDesks))

  expect(files.size).toBeGreaterThan(1)
  expect(
    missingIn(
      await keysOf('everyPage'),
      [...files].filter((each) => !ofDesks.includes(each)),
    ),
  ).toEqual([])
})

test('the About page loads its own texts, and uses them', async () => {
  const files = withStaticImports(join(src, 'about/AboutPage.tsx'))

  expect(missingIn(await keysOf('everyPage', 'about'), files)).toEqual([])
  expect(missingIn(await keysOf('everyPage'), files)).not.toEqual([])
})

test('the console loads its own texts beside those of the desks, and uses them', async () => {
  const files = withStaticImports(join(src, 'operations/OperationsHome.tsx'))

  expect(missingIn(await keysOf('everyPage', 'desks', 'operations'), files)).toEqual([])
  expect(missingIn(await keysOf('everyPage', 'desks'), files)).not.toEqual([])
})

test('receipts load their own texts, the page that verifies them without those of the desks', async () => {
  const page = withStaticImports(join(src, 'receipts/VerifyReceiptPage.tsx'))
  const popup = withStaticImports(join(src, 'shared/agreements/receipt/ReceiptPopup.tsx'))
  const button = withStaticImports(join(src, 'shared/agreements/receipt/ReceiptButton.tsx'))

  expect(missingIn(await keysOf('everyPage', 'evidence'), page)).toEqual([])
  expect(missingIn(await keysOf('everyPage', 'desks'), button)).toEqual([])
  expect(missingIn(await keysOf('everyPage', 'desks', 'evidence'), popup)).toEqual([])
  expect(missingIn(await keysOf('everyPage', 'desks'), popup)).not.toEqual([])
})

test('the desks load all their texts, and none of those for messages and operators', async () => {
  const all = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => join(src, file))
  const screens = all.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|[\\/](about|operations|receipts?)[\\/]/.test(file),
  )
  // The panel of the market brings its own texts.
  const loaded = await keysOf('everyPage', 'desks', 'marketPanel')

  expect(namedIn(screens).length).toBeGreaterThan(500)
  expect(missingIn(loaded, screens)).toEqual([])
  expect([...loaded].filter((key) => /^(mail|sms|explain)\./.test(key))).toEqual([])
})

test.each(languages)('texts loaded in parts equal the complete texts, in %s', async (language) => {
  for (const page of Object.values(pageTexts))
    expect(catalogues[language]).toMatchObject(await page[language]())
})

let texts: typeof import('../src/ui/text/i18n.ts')
const text = (key: string): string => texts.translate(key)

function atChange(see: () => void): void {
  i18next.on('languageChanged', see)
  onTestFinished(() => i18next.off('languageChanged', see))
}

beforeEach(async () => {
  // Like a new page: no texts are loaded yet.
  vi.resetModules()
  for (const code of ['en', 'ja'])
    for (const page of Object.keys(pageTexts)) i18next.removeResourceBundle(code, page)
  texts = await import('../src/ui/text/i18n.ts')
  texts.initI18n('En', 'Aitai')
})

test('texts are available once their page has loaded them, and not before', async () => {
  expect(texts.hasText('auth.title')).toBe(false)
  await texts.loadTexts()

  expect(text('auth.title')).toBe(en['auth.title'])
  expect(texts.hasText('market.open')).toBe(false)
  await texts.loadTexts('desks')
  expect(text('market.open')).toBe(en['market.open'])
})

test('the language changes once the texts of all loaded pages are available in the new language', async () => {
  await texts.loadTexts('desks')
  const seen: string[] = []
  atChange(() => seen.push(`${text('auth.title')} ${text('market.open')}`))
  texts.changeLanguage('Jp')

  expect(texts.currentLanguage()).toBe('En')
  await vi.waitFor(() => expect(texts.currentLanguage()).toBe('Jp'))
  expect(seen).toEqual([`${textIn('Jp', 'auth.title')} ${textIn('Jp', 'market.open')}`])
})

test('switching back before the other language is loaded stays in the first language', async () => {
  await texts.loadTexts()
  const languagesSeen: Language[] = []
  atChange(() => languagesSeen.push(texts.currentLanguage()))
  texts.changeLanguage('Jp')
  texts.changeLanguage('En')
  await texts.loadTexts('desks')

  expect(languagesSeen).not.toContain('Jp')
  expect([texts.currentLanguage(), text('market.open')]).toEqual(['En', en['market.open']])
})

test('a language that fails to load leaves the current one and calls the error callback', async () => {
  await texts.loadTexts()
  // Simulates an import that fails because the network is down.
  const { pageTexts: fresh } = await import('@aitai/messages/page-texts.ts')
  const gone = vi
    .spyOn(fresh.everyPage as { Jp(): Promise<unknown> }, 'Jp')
    .mockRejectedValue(new TypeError())
  const failed = vi.fn()
  texts.changeLanguage('Jp', failed)

  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1))
  expect([texts.currentLanguage(), text('auth.title')]).toEqual(['En', en['auth.title']])
  gone.mockRestore()
})

test('a text that was not preloaded is empty until it is loaded, and never shows its key', async () => {
  await texts.loadTexts()
  expect(text('market.open')).toBe('')

  await vi.waitFor(() => expect(text('market.open')).toBe(en['market.open']))
  expect(text('no.such.text')).toBe('')
})
