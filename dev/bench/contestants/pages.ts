import type { IDataObject } from 'n8n-workflow';

export interface ListPage {
	accountingDocuments: IDataObject[];
	pagesCount: number;
}

/**
 * Reads all pages, up to `width` at once, and returns them in order: the minimum for any reader of a paged list.
 * @param fetchPage 1-based
 */
export async function readPages(
	fetchPage: (page: number) => Promise<ListPage>,
	width: number,
	take: (documents: IDataObject[]) => void | Promise<void>,
): Promise<void> {
	const first = await fetchPage(1);
	await take(first.accountingDocuments);
	const underWay: Array<Promise<ListPage>> = [];
	let next = 2;
	const fill = () => {
		while (underWay.length < width && next <= first.pagesCount) underWay.push(fetchPage(next++));
	};
	fill();
	for (let page = underWay.shift(); page; page = underWay.shift()) {
		const { accountingDocuments } = await page;
		fill();
		await take(accountingDocuments);
	}
}
