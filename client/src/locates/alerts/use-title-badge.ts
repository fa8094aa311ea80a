import { useEffect } from 'react'
import { intervals } from '../../intervals.ts'

/**
 * Marks the tab's title while locates wait for an answer. While the window is not looked at, the title says
 * so every other second: it is all that is seen of a tab among others (quality U34).
 * @param said what the title says then
 */
export function useTitleBadge(waiting: number, said: string): void {
  useEffect(() => {
    if (waiting === 0) return
    const plain = document.title
    const counted = `(${waiting}) ● ${plain}`
    document.title = counted
    const timer = setInterval(() => {
      const isSaid = document.title !== counted || document.hasFocus()
      document.title = isSaid ? counted : `(${waiting}) ● ${said}`
    }, intervals.titleBlink)
    return () => {
      clearInterval(timer)
      document.title = plain
    }
  }, [waiting, said])
}
