import { ChevronLeftIcon, ChevronRightIcon } from '@salt-ds/icons'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { usePrefersReducedMotion } from '../browser/browser-hooks.ts'
import { IconButton } from './IconButton.tsx'
import './carousel.css'

interface Props {
  /** Its name for a screen reader. */
  label: string
  words: { readonly back: string; readonly on: string; readonly pause: string; readonly play: string }
  /** The slides, shown in a loop. */
  slides: readonly { readonly name: string; readonly content: ReactNode }[]
  /** The number of visible slides. */
  visible: number
  /** Milliseconds from one to the next. */
  interval: number
}

/**
 * A carousel of slides in a loop. It pauses on hover, on focus and by its button, and does not start
 * automatically with reduced motion (WCAG 2.2.2).
 */
export function Carousel({ label, words, slides, visible, interval }: Props) {
  const [first, setFirst] = useState(0)
  const [chosen, setChosen] = useState<'playing' | 'paused' | null>(null)
  // Separate states, because either may end while the other continues.
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  const isPaused = pointedAt || focused
  const lessMotion = usePrefersReducedMotion()
  const playing = (chosen ?? (lessMotion ? 'paused' : 'playing')) === 'playing'
  useEffect(() => {
    if (!playing || isPaused) return
    const timer = setInterval(() => setFirst((index) => index + 1), interval)
    return () => clearInterval(timer)
  }, [playing, isPaused, interval])
  return (
    <section
      className="carousel"
      aria-label={label}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      style={{ '--visible': visible } as CSSProperties}
    >
      <IconButton label={words.back} onClick={() => setFirst(first - 1)}>
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <ul className="carousel-slides">
        {positionsAround(first, visible).map((index) => (
          <Slide key={index} offset={index - first} visible={visible}>
            {slideAt(slides, index)?.content}
          </Slide>
        ))}
      </ul>
      <IconButton label={words.on} onClick={() => setFirst(first + 1)}>
        <ChevronRightIcon aria-hidden />
      </IconButton>
      <IconButton
        label={playing ? words.pause : words.play}
        onClick={() => setChosen(playing ? 'paused' : 'playing')}
      >
        <svg className="carousel-pause" viewBox="0 0 12 12" aria-hidden="true">
          <path d={playing ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M3 1l8 5-8 5z'} />
        </svg>
      </IconButton>
    </section>
  )
}

/** The visible slides and as many on either side, so that whole slides move in and out. */
const positionsAround = (first: number, visible: number): readonly number[] =>
  Array.from({ length: visible + 6 }, (_, i) => first - 3 + i)

/** Round and round in both directions. */
const slideAt = <T,>(slides: readonly T[], index: number): T | undefined =>
  slides[((index % slides.length) + slides.length) % slides.length]

function Slide({ offset, visible, children }: { offset: number; visible: number; children: ReactNode }) {
  const inSight = offset >= 0 && offset < visible
  return (
    <li
      className="carousel-slide"
      aria-hidden={!inSight}
      inert={!inSight}
      style={{ '--away': offset } as CSSProperties}
    >
      {children}
    </li>
  )
}
