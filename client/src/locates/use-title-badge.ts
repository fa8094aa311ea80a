import { useEffect } from 'react'

const badge = /^\(\d+\) ● /

/** Marks the tab's title while locates wait for an answer, so that it is seen from another tab. */
export function useTitleBadge(waiting: number): void {
  useEffect(() => {
    const plain = document.title.replace(badge, '')
    document.title = waiting > 0 ? `(${waiting}) ● ${plain}` : plain
    return () => {
      document.title = document.title.replace(badge, '')
    }
  }, [waiting])
}
