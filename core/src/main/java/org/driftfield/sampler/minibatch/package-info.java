/**
 * Langevin dynamics along minibatch gradients and Gaussian variational Bayes, for a {@link
 * org.driftfield.model.MinibatchModel}; the moves themselves are in {@code dynamics}:
 *
 * <table>
 * <caption>Symbols and names</caption>
 * <tr><th>symbol</th><th>name here</th><th>meaning</th></tr>
 * <tr><td>h</td><td>step</td><td>step size</td></tr>
 * <tr><td>m, V</td><td>memory</td><td>running means of the gradient and of its square</td></tr>
 * <tr><td>μ</td><td>mean</td><td>of the normal distribution N(μ, b bᵀ + diag(c²))</td></tr>
 * <tr><td>b</td><td>factor</td><td>the part of rank one of its covariance</td></tr>
 * <tr><td>c</td><td>diagonal</td><td>the spread that each coordinate has of its own</td></tr>
 * </table>
 *
 * <p>Welling and Teh (2011), Bayesian Learning via Stochastic Gradient Langevin Dynamics, ICML; Li, Chen, Carlson and
 * Carin (2016), Preconditioned Stochastic Gradient Langevin Dynamics for Deep Neural Networks, AAAI; Kim, Song and Liang
 * (2020), Stochastic Gradient Langevin Dynamics Algorithms with Adaptive Drifts; Tran, Nguyen, Nott and Kohn (2020),
 * Bayesian Deep Net GLM and GLMM, JCGS 29.
 */
package org.driftfield.sampler.minibatch;
