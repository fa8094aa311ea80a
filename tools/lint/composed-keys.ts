import { findings, isNode, isTest, type LintRule, nameOf, stringIn } from './source-files.ts'

const helper = 'client/src/ui/browser/browser-hooks.ts'

/**
 * Whether a key belongs to an input method is asked of one helper, `isComposing`: Safari reports the Enter that ends a
 * composition by its key code only. A file that handles Enter asks it.
 */
export const composedKeys: LintRule = (source) => {
  const { path, text } = source
  if (!/^client\/src\/.*\.tsx?$/.test(path) || isTest(path) || path === helper) return []
  const asksHelper = /\bisComposing\(/.test(text)
  return findings(source, (node) => {
    const property =
      node.type === 'MemberExpression' ? nameOf(node.property) || stringIn(node.property) : null
    if (property === 'isComposing' || property === 'keyCode')
      return `reads ${property} of an event: ask isComposing of ${helper}`
    const isOfEnter = node.type === 'BinaryExpression' && [node.left, node.right].some(isEnter)
    return isOfEnter && !asksHelper ? `handles Enter without isComposing of ${helper}` : null
  })
}

const isEnter = (node: unknown): boolean => isNode(node) && stringIn(node)?.toLowerCase() === 'enter'
