import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lineAt, type SourceFile } from './source-files.ts'

const link = /\]\(([^)\s]+)\)|src="([^"]+)"/g
const code = /`([\w@.-]+(?:\/[\w@.-]+)*\/?)`/g
/** A document that a comment names. */
const commentedDocument = /^\s*(?:\/\/|\/?\*).*?(?<![\w/.@:-])((?:[\w-]+\/)*[\w.-]+\.md)\b/gm

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

function hasAnchor(file: string, anchor: string): boolean {
  const text = readFileSync(file, 'utf8')
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  return anchors.includes(anchor) || text.includes(`id="${anchor}"`)
}

/** Whether a link leads to a file, and to a heading of it. Web addresses are not looked up. */
function isLinkBroken(root: string, from: string, target: string): boolean {
  if (/^([a-z]+:|\/)/.test(target)) return false
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(root, from) : join(root, dirname(from), decodeURI(path))
  return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !hasAnchor(file, anchor))
}

/**
 * Files that a document or a comment cites and that do not exist: links in Markdown, paths in backticks, and
 * documents that comments name. A path starts at the root of the repository or in a folder that the sentence
 * names. A name in capitals stands for any name.
 */
export function missingFiles(root: string, sources: readonly SourceFile[], cited = sources): string[] {
  const folders = new Set(sources.map(({ path }) => path.split('/')[0]))
  const endings = new Set(
    sources.flatMap(({ path }) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))),
  )
  const isMissing = (path: string): boolean => !existsSync(join(root, path)) && !endings.has(path)
  const isPath = (text: string): boolean =>
    !/[A-Z]{3}/.test(text) &&
    (/\.(tsx?|mjs|css|md)$/.test(text) || (text.includes('/') && folders.has(text.split('/')[0])))

  return cited.flatMap(({ path, text }) => {
    const wrong = path.endsWith('.md')
      ? [
          ...[...text.matchAll(link)].filter((match) => isLinkBroken(root, path, match[1] ?? match[2] ?? '')),
          ...[...text.matchAll(code)].filter(([, each = '']) => isPath(each) && isMissing(each)),
        ]
      : [...text.matchAll(commentedDocument)].filter(([, each = '']) => isMissing(each))
    return wrong.map((match) => `${path}:${lineAt(text, match.index)} cites ${match[1] ?? match[2]}`)
  })
}
