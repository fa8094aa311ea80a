import { dirname, join, normalize } from 'node:path'
import { lineAt, type SourceFile } from '../../lint/source-files.ts'
import { parseRules } from './rules-page.ts'

/** What a document has that others may cite. */
interface Citable {
  /** The numbers of headings such as `## 4. Priority`. */
  readonly sections: ReadonlySet<string>
  /** The anchors of all headings, as GitHub derives them. */
  readonly anchors: ReadonlySet<string>
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function citable(text: string): Citable {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return {
    sections: new Set(headings.flatMap((heading) => /^(\d+)\. /.exec(heading)?.[1] ?? [])),
    anchors: new Set(headings.map(anchorOf)),
  }
}

/** One line with the offsets of the text, so that a citation may continue in the next line of a comment. */
const joined = (text: string): string =>
  text.replace(/\n[ \t]*(\*(?!\/)|\/\/)?[ \t]*/g, (found) => ' '.repeat(found.length))

/** A document and its sections, `docs/rules.md §8, §15`, also as a link; or a § without a document. */
const sections =
  /(?:([\w./-]+\.md)[`)\]]*\s+\(?)?(§\s?\d+(?:\.\d+)*(?:(?:,\s+(?:and\s+)?|\s+and\s+)§\s?\d+(?:\.\d+)*)*)/g
/** `.md, section 4`: the other way to cite a section, which nothing checks. */
const words = /[\w./-]+\.md[`)\]]*,?\s+sections?\s+\d+/g
/** A document and an anchor, in links and comments. */
const anchors = /(?<![\w:/.-])(?!https?:)([\w./-]+\.md)#([\w-]+)/g
/** `// rule: 3.E5.2, 3.E5.3`, `rule 8.4.1`. A number alone is no id: it could be of any document. */
const rules = /\brules?:?\s+(\d+(?:\.E?\d+)*(?:,\s*\d+(?:\.E?\d+)+)*)/g

/**
 * The citations in these files that lead nowhere: a § or an anchor that a document does not have, a § without a
 * document, and an id of a rule that docs/rules.md does not have.
 */
export function citationFaults(sources: readonly SourceFile[], rulesText: string): string[] {
  const documents = new Map(
    sources
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, text }) => [path, citable(text)] as const),
  )
  documents.set('docs/rules.md', citable(rulesText))
  const ids = new Set(parseRules(rulesText).rules.map(({ id }) => id))

  return sources.flatMap(({ path, text }) => {
    const line = joined(text)
    const documentOf = (cited: string | undefined): Citable | undefined => {
      if (cited === undefined) return path === 'docs/rules.md' ? documents.get(path) : undefined
      return documents.get(cited) ?? documents.get(normalize(join(dirname(path), cited)))
    }
    const faults = [
      ...line.matchAll(words),
      ...[...line.matchAll(sections)].filter(([, cited, list = '']) => {
        const found = documentOf(cited)
        return !list.match(/[\d.]+/g)?.every((number) => found?.sections.has(number))
      }),
      ...[...line.matchAll(anchors)].filter(
        ([, cited, anchor = '']) => !documentOf(cited)?.anchors.has(anchor),
      ),
      ...[...line.matchAll(rules)].filter(([, list = '']) => !list.split(/,\s*/).every((id) => ids.has(id))),
    ]
    return faults.map(
      (fault) => `${path}:${lineAt(text, fault.index)} cites "${fault[0].replace(/\s+/g, ' ')}"`,
    )
  })
}
