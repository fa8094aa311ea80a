import { Tooltip } from '@salt-ds/core'
import type { ReactNode } from 'react'
import { type GlossaryKey, useText } from '../text/use-text.ts'
import './glossary-term.css'

interface Props {
  word: GlossaryKey
  /** The word as it stands on the screen, where that is not the name of the term. */
  children?: ReactNode
}

/**
 * A word of the glossary where it stands: dotted, and told on hover, on focus and to a screen reader. A
 * button, so that the keyboard and a finger reach it; Escape closes what it says (WCAG 1.4.13).
 */
export function GlossaryTerm({ word, children }: Props) {
  const text = useText()
  return (
    <Tooltip content={text(`term.means.${word}`)} placement="top-start" hideIcon className="term-said">
      <button type="button" className="term" aria-description={text(`term.means.${word}`)}>
        {children ?? text(`term.${word}`)}
      </button>
    </Tooltip>
  )
}
