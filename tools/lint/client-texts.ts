import { notificationTypes } from '@aitai/engine/notifications.ts'
import { findings, isNode, isTest, type LintRule, type Node, nameOf } from './source-files.ts'

/** Attributes and properties whose text the user reads. */
const visibleAttributes = new Set(
  `title aria-label aria-description aria-roledescription aria-valuetext placeholder alt label summary hint
  error unit header trigger caption dimmedBecause lockedBecause accessibleText`.split(/\s+/),
)

/** The strings that an expression may evaluate to, on any branch of its conditions. */
function stringsIn(node: unknown): string[] {
  if (!isNode(node)) return []
  const { type, value, quasis, consequent, alternate, left, right, expression } = node
  if (typeof value === 'string') return [value]
  if (type === 'TemplateLiteral') {
    return (quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw)
  }
  const operator = String(node.operator)
  if (type === 'BinaryExpression' && operator !== '+') return []
  const parts = operator === '&&' ? [right] : [consequent, alternate, left, right, expression]
  return parts.flatMap(stringsIn)
}

/** The strings that a node shows to the user without a look-up in the message catalogue. */
function visibleStrings({ type, value, expression, name }: Node, parent: Node | null): string[] {
  if (type === 'JSXText') return stringsIn({ type, value })
  if (type === 'JSXAttribute' && visibleAttributes.has(nameOf(name))) return stringsIn(value)
  const isChild = type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parent?.type ?? '')
  return isChild ? stringsIn(expression) : []
}

/** Names of keys and currency codes, which are the same in both languages. */
const needsNoTranslation = (text: string, parent: Node | null): boolean =>
  (isNode(parent?.openingElement) && ['kbd', 'Kbd'].includes(nameOf(parent.openingElement.name))) ||
  /^(JPY|USD)$/.test(text.trim())

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Components contain no text: everything that the user reads comes from `messages/`. */
export const componentTexts: LintRule = (source) => {
  if (!/^client\/src\/.*\.tsx$/.test(source.path) || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const text = visibleStrings(node, parent).find(
      (each) => /\p{L}/u.test(each) && !needsNoTranslation(each, parent),
    )
    return text === undefined ? null : `shows "${text.trim()}", which is not in messages/`
  })
}

/**
 * Finds untranslated text in the rest of the client: strings that begin like a sentence, and Japanese in a
 * component (elsewhere the search handles kana, and numbers may be written with 万). Messages of thrown errors
 * are for developers, and notification types are part of the wire format.
 */
export const untranslatedTexts: LintRule = (source) => {
  if (!/^client\/src\/.*\.tsx?$/.test(source.path) || isTest(source.path)) return []
  return findings(source, (node, parent) => {
    const [text = ''] = node.type === 'Literal' || node.type === 'StringLiteral' ? stringsIn(node) : []
    const isThrown = parent?.type === 'NewExpression' && /Error$/.test(nameOf(parent.callee))
    const isWireText =
      notificationTypes.some((type) => type === text) ||
      text.startsWith('Platform hours') ||
      nameOf(parent?.key) === 'message'
    const isSentence = /^\p{Lu}\p{Ll}+ \p{L}/u.test(text)
    const isText = isSentence || (source.path.endsWith('x') && japanese.test(text))
    return isText && !isThrown && !isWireText ? `"${text}" is not in messages/` : null
  })
}
