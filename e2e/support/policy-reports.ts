/** How many reports of the content policy browsers have sent to the server at an address, in all. */
export async function policyReportCount(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  const counts = [...figures.matchAll(/^aitai_policy_reports_total\{.*\} (\d+)$/gm)]
  // Every kind has its line from the start.
  if (counts.length === 0) throw new Error('the server counts no reports')
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
