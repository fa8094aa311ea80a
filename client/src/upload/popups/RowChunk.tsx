import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  /** How many rows these are. */
  count: number
  /** Whether they are in sight from the start. */
  isFirst: boolean
  children: () => ReactNode
}

/** How many rows come and go together. */
export const chunkRows = 50

/** A row's height until it has been drawn once, and how far from sight rows are drawn already. In pixels. */
const guessedRow = 30
const margin = 600

/**
 * Some rows of a long list, drawn only while they are near what is in sight: choosing all of 1,000 would
 * otherwise draw 1,000. Rows with the focus stay, so that it is never lost by scrolling.
 */
export function RowChunk({ count, isFirst, children }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const height = useRef(count * guessedRow)
  const [isNear, setIsNear] = useState(isFirst || !('IntersectionObserver' in globalThis))
  useEffect(() => {
    const element = body.current
    if (!element || !('IntersectionObserver' in globalThis)) return
    const look = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting) {
          if (element.contains(document.activeElement)) return
          height.current = element.getBoundingClientRect().height
        }
        setIsNear(entry.isIntersecting)
      },
      { root: element.closest('.upload-list'), rootMargin: `${margin}px 0px` },
    )
    look.observe(element)
    return () => look.disconnect()
  }, [])
  return (
    <tbody ref={body} {...(isNear ? {} : { style: { height: height.current } })}>
      {isNear ? children() : null}
    </tbody>
  )
}
