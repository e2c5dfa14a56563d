import type { EncodedPage } from './encodedPage';

/** From this size on a piece is not worth being copied into a larger one. */
const largePiece = 64 * 1024;

/** Collects the bytes of a file; documents that follow each other in a page stay in one piece. */
export class Chunks {
	length = 0;

	private pieces: Buffer[] = [];

	/** The latest piece, as far as it is known. */
	private page?: EncodedPage;

	private from = 0;

	private to = 0;

	add(piece: Buffer): void {
		this.cut();
		this.pieces.push(piece);
		this.length += piece.length;
	}

	addPlace(page: EncodedPage, place: number): void {
		const [from, to] = page.placeOf(place);
		if (page !== this.page || from !== this.to) {
			this.cut();
			this.page = page;
			this.from = from;
		}
		this.to = to;
		this.length += to - from;
	}

	/** What was collected since the last time, as few buffers. */
	take(): Buffer[] {
		this.cut();
		const taken: Buffer[] = [];
		let small: Buffer[] = [];
		for (const piece of this.pieces) {
			if (piece.length < largePiece) {
				small.push(piece);
				continue;
			}
			if (small.length > 0) taken.push(Buffer.concat(small));
			small = [];
			taken.push(piece);
		}
		if (small.length > 0) taken.push(Buffer.concat(small));
		this.pieces = [];
		this.length = 0;
		return taken;
	}

	private cut(): void {
		if (this.page) this.pieces.push(this.page.bytesFrom(this.from, this.to));
		this.page = undefined;
	}
}
