export type Money = 'incoming' | 'outgoing';

export type Cells = Record<
	'paymentAmount' | 'paymentCurrency' | 'paymentSymbol' | 'paymentMessage' | 'paymentId' | 'money',
	unknown
>;

export interface DocumentRecord {
	id: number;
	accountingDocumentNo: string | null;
	externalNo: string | null;
	variableSymbol: string | null;
	type: number;
	direction: number;
	currency: string;
	total: number | null;
	amountPaid: number | null;
	payments: { paid: boolean };
	contact: { companyName: string };
}

export interface Options {
	documentTypes: number[];
	reusedSymbols: boolean;
}

export interface Expected {
	result: string;
	id: number | null;
	ids: number[];
	amount: string | null;
	money: Money | null;
	currency: string | null;
	amountDue: string | null;
	candidates: number[];
}
