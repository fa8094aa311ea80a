import { Tooltip } from '@salt-ds/core'
import type { ReactNode } from 'react'
import { type GlossaryKey, useText } from '../text/use-text.ts'
import './glossary-term.css'

interface Props {
  word: GlossaryKey
  /** The text on the screen, if it differs from the name of the term. */
  children?: ReactNode
}

/**
 * A glossary term in a text: dotted, explained on hover, on focus and to a screen reader. A button, so that
 * keyboard and touch reach it; Escape closes the explanation (WCAG 1.4.13).
 */
export function GlossaryTerm({ word, children }: Props) {
  const text = useText()
  return (
    <Tooltip content={text(`term.means.${word}`)} placement="top-start" hideIcon className="glossary-tooltip">
      <button type="button" className="term" aria-description={text(`term.means.${word}`)}>
        {children ?? text(`term.${word}`)}
      </button>
    </Tooltip>
  )
}
