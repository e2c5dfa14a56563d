/** A page with a new block between its two marks. @throws Error if the page has no such marks */
export function withBlock(page: string, name: string, block: string): string {
	const begin = `<!-- ${name}: written by npm run generate -->`;
	const end = `<!-- end of ${name} -->`;
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no place for ${name}`);
	return `${page.slice(0, from)}${begin}\n\n${block}\n${page.slice(to)}`;
}
