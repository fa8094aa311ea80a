/** Returns how many policy reports the server at this address has received. */
export async function policyReportCount(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  const counts = [...figures.matchAll(/^aitai_policy_reports_total\{.*\} (\d+)$/gm)]
  // Every kind has a line from the start.
  if (counts.length === 0) throw new Error('the server counts no reports')
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
