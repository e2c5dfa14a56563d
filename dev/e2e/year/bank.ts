import type { ResultKind } from '../../../nodes/AccountingService/match/rows';
import type { Admin } from '../../sandbox';
import { documentOf } from '../lib/bankDay';
import { chain, ourNode, type NodeSketch, type StoredCredential } from '../lib/flow';
import { itemsOf, type RunResult, type WorkflowFile } from '../lib/types';
import { behindWebhook, post, start } from '../lib/webhook';
import { documentsOf } from './books';
import type { Day, Dice } from './calendar';
import type { Host } from './host';

const name = 'bank';
const matcher = 'Match Payments';

interface Company {
	appId: string;
	appSecret: string;
	admin: Admin;
}

/** A row of the bank file, and what is known about it before the workflow sees it. */
interface Payment {
	company: Company;
	variableSymbol: string;
	amount: string;
	first: ResultKind;
	/** What it is once the paid invoices are marked. */
	again: ResultKind;
	/** The invoice that it pays. */
	pays?: string;
}

/** Matches the payments of all companies, and marks what is certain. */
function workflowWith(credential: StoredCredential): WorkflowFile {
	const resource = 'accountingDocument';
	const code = (title: string, jsCode: string): NodeSketch => ({
		...{ name: title, type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode },
	});
	const ours = (title: string, parameters: Record<string, unknown>): NodeSketch => ({
		...ourNode(credential, { resource, ...parameters }),
		name: title,
	});
	const workflow = chain(
		name,
		code('Payments', `return $('${start}').first().json.body.payments.map((json) => ({ json }));`),
		ours(matcher, {
			operation: 'matchPayments',
			paymentAmount: '={{ $json.amount }}',
			paymentCurrency: 'CZK',
			paymentSymbol: '={{ $json.variableSymbol }}',
			money: 'incoming',
		}),
		code(
			'Certain',
			`const payments = $('Payments').all();
			return $input.all().flatMap(({ json: { id } }, at) =>
				id === null ? [] : [{ json: { ...payments[at].json, id }, pairedItem: at }]);`,
		),
		ours('Mark as Paid', {
			operation: 'markPaid',
			accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			paid: true,
		}),
	);
	return behindWebhook(workflow);
}

/** One bank file for all companies of an accounting office, which use the same variable symbols. */
export class Bank {
	private constructor(
		private readonly host: Host,
		private readonly workflow: string,
	) {}

	/** @param credential takes App ID and App Secret from each item */
	static async open(host: Host, credential: StoredCredential): Promise<Bank> {
		const workflow = await host.session.createWorkflow(workflowWith(credential));
		await host.session.publish(workflow);
		return new Bank(host, workflow);
	}

	/** Passes the file of a day twice. Returns the differences. */
	async evening(day: Day, companies: Company[], dice: Dice): Promise<string[]> {
		const payments = dice.shuffled(
			companies.flatMap((company, at) => paymentsTo(company, at, day)),
		);
		const before = companies.map(paidIn);
		const first = await this.pass(payments, (payment) => payment.first);
		const again = await this.pass(payments, (payment) => payment.again);
		const marked = companies.flatMap((company, at) => {
			const paid = paidIn(company).filter((id) => !before[at]?.includes(id));
			const wanted = payments.flatMap(({ company: of, pays = [] }) => (of === company ? pays : []));
			return paid.join() === wanted.join()
				? []
				: [`${company.appId}: ${paid.join()} are marked as paid instead of ${wanted.join()}`];
		});
		return [...first, ...again, ...marked];
	}

	/** @param wantedOf what the workflow must say about a payment */
	private async pass(
		payments: Payment[],
		wantedOf: (payment: Payment) => ResultKind,
	): Promise<string[]> {
		const { baseUrl, session } = this.host;
		const rows = payments.map(({ company: { appId, appSecret }, variableSymbol, amount }) => ({
			...{ appId, appSecret, variableSymbol, amount },
		}));
		const status = await post(baseUrl, name, { payments: rows });
		const run: RunResult = await session.lastRunOf(this.workflow);
		if (status !== 200) return [`the bank file failed: ${run.data.resultData.error?.message}`];
		const found = itemsOf(run, matcher).map(({ json: { result, id } }) => inWords(result, id));
		return payments.flatMap((payment, at) => {
			const wanted = wantedOf(payment);
			const words = inWords(wanted, wanted === 'matched' ? payment.pays : null);
			const { company, variableSymbol } = payment;
			return found[at] === words
				? []
				: [`${company.appId}: ${variableSymbol} is ${found[at]} instead of ${words}`];
		});
	}
}

const inWords = (result: unknown, id: unknown) => `${String(result)} ${String(id)}`;

const paidIn = ({ admin }: Company) =>
	documentsOf(admin).flatMap(({ id, payments }) => (payments?.paid ? String(id) : []));

/** Its new invoices have the symbols of all companies; one is paid, the other by an amount of the next company. */
function paymentsTo(company: Company, at: number, day: Day): Payment[] {
	const symbol = (place: number) => `${day.date.replaceAll('-', '')}${place}`;
	const total = (place: number, of = at) => 1000 * place + of + 0.5;
	const ids = [1, 2].map((place) => {
		const fields = documentOf(at, {
			...{ type: 0, currency: 'CZK', variableSymbol: symbol(place), total: total(place) },
		});
		return String(company.admin.createDocuments({ fields })[0]?.id);
	});
	return [
		{
			...{ company, variableSymbol: symbol(1), amount: total(1).toFixed(2), pays: ids[0] },
			...{ first: 'matched', again: 'alreadyPaid' },
		},
		{
			...{ company, variableSymbol: symbol(2), amount: total(2, at + 1).toFixed(2) },
			...{ first: 'differentAmount', again: 'differentAmount' },
		},
		{
			...{ company, variableSymbol: symbol(3), amount: total(1).toFixed(2) },
			...{ first: 'notFound', again: 'notFound' },
		},
	];
}
