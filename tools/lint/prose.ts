import {
  isNode,
  isScript,
  type LintRule,
  lineAt,
  nameOf,
  type SourceFile,
  stringIn,
  treeOf,
  visitTree,
} from './source-files.ts'

/**
 * The rules on wording quote what they forbid. Two pages are generated from test titles and sentences, which
 * are checked at their source.
 */
const quotesForbiddenWords = (path: string): boolean =>
  path.startsWith('tools/lint/') ||
  ['docs/style.md', 'docs/words.md', 'docs/specification.md', 'docs/rules.md'].includes(path)

/** A test that shows one sentence of the specification may have the sentence as its title. */
const quotesSpecification = (title: string): boolean => /^\d\.\w+\.\d+ /.test(title)

const matchesByLine = ({ path, text }: SourceFile, pattern: RegExp, problem: string): string[] =>
  [...text.matchAll(pattern)].map(
    (match) => `${path}:${lineAt(text, match.index)} ${problem} "${match[0].trim()}"`,
  )

/**
 * Documents that are not in the repository. `docs/rules.md`, `docs/market.md`, `docs/targets.md` and
 * `docs/specification.md` are, and are cited by that path or by a relative link.
 */
const foreignDocuments: readonly RegExp[] = [
  /(?<![\w/.@-])shared\/[a-z]+\.md\b/g,
  /(?<!docs\/|\]\(|\.\/|\w)(spec|rules|market|quality|findings)\.md\b/g,
  /\bquality [A-Z]{0,2}\d+(\.\d+)?/g,
  /\bNI ?\d+\b/g,
  /\b(design|rules|findings|spec|specification) \d+\b/g,
]

/** Comments and documents cite only what a reader can open. */
export const foreignCitations: LintRule = (source) =>
  quotesForbiddenWords(source.path) || !/\.(tsx?|css|html|m?js|md|json|ya?ml)$/.test(source.path)
    ? []
    : foreignDocuments.flatMap((pattern) => matchesByLine(source, pattern, 'cites'))

interface ForbiddenWord {
  readonly instead: string
  /** A part of a camelCase, kebab-case or snake_case name, in lower case. */
  readonly inNames?: RegExp
  /** In comments, titles of tests and documents. */
  readonly inProse?: RegExp
}

/**
 * Words of the old private dialect with the term to write instead. Where a word also has an ordinary meaning
 * (letters of a password, `return`, to walk a tree), the pattern covers the dialect only: the word as part of
 * a name, or the phrase in which it was used.
 */
export const forbiddenWords: readonly ForbiddenWord[] = [
  {
    instead: 'command loop, batch',
    inNames: /^turns$/,
    inProse: /\b(one|each|every|a|the next|this|its own) turn\b(?! (to|of))/gi,
  },
  { instead: 'route, allowMethods', inNames: /^doors?$/, inProse: /\bdoors?\b/gi },
  {
    instead: 'message (mail, SMS)',
    inNames: /^letters?$/,
    inProse: /\b(a|the|oldest|this|each|every|one) letter\b|\bletters (that|wait|under|are|were|go|sent)\b/gi,
  },
  {
    instead: 'transport, delivery queue',
    inNames: /^(carriers?|mailroom)$/,
    inProse: /\bcarriers?\b|mail.room/gi,
  },
  { instead: 'audit event', inNames: /^deeds?$/, inProse: /(?<!`)\bdeeds?\b/gi },
  { instead: 'redact', inNames: /^discreet(ly)?$/, inProse: /\bdiscreet(ly)?\b/gi },
  { instead: 'admin', inNames: /^(back)?office$/, inProse: /\bback.office\b/gi },
  { instead: 'the thing itself', inNames: /^elsewhere$/ },
  { instead: 'missed updates', inNames: /^meanwhile$/, inProse: /\bmeanwhile\b/gi },
  { instead: 'a term that says what it is', inNames: /^(told|asked|befell|ripe|shelf|errands?)$/ },
  {
    instead: 'a term that says what it is',
    inNames: /^(spoils?|spoilt|spoiled|rubbish|moods?|mornings|moments)$/,
  },
  {
    instead: 'a term that says what it is',
    inProse: /\b(befell|befalls?|ripe|shelf|errands?|spoils?|spoilt|rubbish|moods?|mornings|moments)\b/gi,
  },
  { instead: 'crash test', inNames: /^kills$/, inProse: /\bkills\b/gi },
  { instead: 'mutation test', inProse: /\bseeded bugs?\b/gi },
  { instead: 'secret-leak scan', inNames: /^canar(y|ies)$/, inProse: /\bcanar(y|ies)\b/gi },
  { instead: 'account-enumeration test', inProse: /\bnpm run enumeration\b/g },
  { instead: 'end-to-end test', inNames: /^stor(y|ies)$/, inProse: /\bstor(y|ies)\b/gi },
  { instead: 'screen', inNames: /^stations?$/, inProse: /\bstations?\b/gi },
  { instead: 'repository lint', inNames: /^tidy$/, inProse: /\b(house rules?|tidy)\b/gi },
  {
    instead: 'coverage event',
    inNames: /^sometimes$/,
    inProse: /'sometimes' events?|\bsometimes events?\b/gi,
  },
  { instead: 'terms', inProse: /\b(product|desk|platform)'s words\b/gi },
  {
    instead: 'position, cell, rank',
    inNames: /^places?$/,
    inProse:
      /\b(its|their|own|same|whose) places?\b|\bplaces? of (a|an|the|its) (row|cell|container|advert)\b/gi,
  },
  {
    instead: 'stored, notified, verified',
    inProse: /\b(is|are|was|were|be|been|being) (kept|told|asked|shown) (by|of|in|that|for|what|to)\b/gi,
  },
  {
    instead: 'validate, result',
    inNames: /^(verdicts?|judged?|judges)$/,
    inProse: /\b(verdicts?|judge[ds]?)\b/gi,
  },
]

/** File names that say nothing about their content. */
const forbiddenFileNames =
  /(^|\/)(turns?|pages|doors|letters|later|elsewhere|parts|given|stage|cast|meanwhile|walk|told|asked)\.\w+$/i

/** Names that are stored, hashed or on the wire, and names from outside. */
const allowedNames = new Set(['place', 'placeOrder', 'letter_id', 'deed'])

const nameParts = (name: string): string[] =>
  name
    .replace(/libreoffice/i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isForbiddenName = (name: string): ForbiddenWord | undefined =>
  allowedNames.has(name)
    ? undefined
    : forbiddenWords.find(({ inNames }) => inNames && nameParts(name).some((part) => inNames.test(part)))

function namesIn(source: SourceFile): Map<string, number> {
  const found = new Map<string, number>()
  visitTree(treeOf(source), (node) => {
    if (!/^(JSX)?Identifier$|^PrivateIdentifier$/.test(node.type)) return
    const name = nameOf(node)
    if (!found.has(name)) found.set(name, lineAt(source.text, node.start))
  })
  return found
}

/** No name of the old dialect in code or in the path of a file. */
export const forbiddenNames: LintRule = (source) => {
  if (quotesForbiddenWords(source.path)) return []
  const inPath =
    forbiddenFileNames.test(source.path) || isForbiddenName(source.path.replace(/\.\w+$/, ''))
      ? [`${source.path} has a name that says nothing`]
      : []
  if (!isScript(source.path)) return inPath
  const inCode = [...namesIn(source)].flatMap(([name, line]) => {
    const word = isForbiddenName(name)
    return word ? [`${source.path}:${line} names ${name} (write: ${word.instead})`] : []
  })
  return [...inPath, ...inCode]
}

/** `test` in `test('…')`, `test.each(cases)('…')` and `test.skip('…')`. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return ''
  return nameOf(callee) || rootName(callee.object ?? callee.callee)
}

/** Comments and test titles with their offsets; other strings are data or texts for users. */
function proseIn(source: SourceFile): { readonly text: string; readonly start: number }[] {
  if (!isScript(source.path)) return [{ text: source.text, start: 0 }]
  const found: { text: string; start: number }[] = []
  const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`/\\\w])\/\/.*/g
  for (const match of source.text.matchAll(comments)) found.push({ text: match[0], start: match.index })
  visitTree(treeOf(source), (node) => {
    if (node.type !== 'CallExpression') return
    const [title] = node.arguments as readonly unknown[]
    const text = /^(test|it|describe)$/.test(rootName(node.callee)) ? stringIn(title) : null
    if (text !== null && !quotesSpecification(text)) found.push({ text, start: node.start })
  })
  return found
}

/** No phrase of the old dialect in comments, test titles and documents. */
export const forbiddenProse: LintRule = (source) => {
  if (quotesForbiddenWords(source.path) || !/\.(tsx?|md|css|m?js)$/.test(source.path)) return []
  return proseIn(source).flatMap(({ text, start }) =>
    forbiddenWords.flatMap(({ inProse, instead }) =>
      inProse
        ? [...text.matchAll(inProse)].map(
            (match) =>
              `${source.path}:${lineAt(source.text, start + match.index)} says "${match[0]}" (write: ${instead})`,
          )
        : [],
    ),
  )
}

// Joined from halves, so that this file contains none of them.
const noteWords = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')
const notes = new RegExp(`(//|/\\*|^\\s*\\*).*\\b(${noteWords})\\b|@ts-no${'check'}`, 'gm')

/** No notes about unfinished work, and no file without type checking. */
export const leftovers: LintRule = (source) =>
  /\.(tsx?|css|m?js|sh)$/.test(source.path) ? matchesByLine(source, notes, 'contains') : []

const machineFolder = /(?<![\w.~:/-])\/(?:work|root|home|Users|mnt|workspace|private|tmp)\/[\w.]/g
const hosts = /https?:\/\/([\w.-]+)/g
const isPrivateHost = (host: string): boolean =>
  /registry|mirror|artifactory|nexus|verdaccio|proxy/.test(host) ||
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host)

/** Nothing that exists on one machine only: no path of its folders, no address of its network. */
export const machinePaths: LintRule = (source) => [
  ...matchesByLine(source, machineFolder, 'names the folder'),
  ...[...source.text.matchAll(hosts)]
    .filter((match) => isPrivateHost(match[1] as string))
    .map((match) => `${source.path}:${lineAt(source.text, match.index)} names ${match[1]}`),
]
