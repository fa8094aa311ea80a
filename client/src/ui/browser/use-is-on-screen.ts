import { type RefObject, useEffect, useState } from 'react'

/** The margin around the screen that counts as visible, so that nothing is empty during a scroll. */
const margin = '120px'

/** Whether an element is on the screen, or about to be. */
export function useIsOnScreen(element: RefObject<Element | null>): boolean {
  const isUnknown = typeof IntersectionObserver === 'undefined'
  const [isOnScreen, setIsOnScreen] = useState(isUnknown)
  useEffect(() => {
    if (isUnknown || !element.current) return
    // The last entry is the newest.
    const observer = new IntersectionObserver(
      (entries) => setIsOnScreen(entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isUnknown])
  return isOnScreen
}
